import type { CollectionRecord } from '../records.ts';

/** Selections of titles made by hand. */
export const collections: readonly CollectionRecord[] = [
  {
    __typename: 'Collection',
    id: 'c1',
    name: 'Snowed In',
    description: 'Long evenings, warm rooms, and nobody who has to be anywhere.',
    titleIds: ['m4', 'm10', 's2', 'm23'],
  },
  {
    __typename: 'Collection',
    id: 'c2',
    name: 'On the Water',
    description: 'Boats, quays and tides, and what they carry away.',
    titleIds: ['s1', 'm2', 'm13', 'm24'],
  },
  {
    __typename: 'Collection',
    id: 'c3',
    name: 'Strange Frequencies',
    description: 'Voices and notes that should not be there.',
    titleIds: ['m14', 'm17', 'm22', 'm3'],
  },
  {
    __typename: 'Collection',
    id: 'c4',
    name: 'First Film Night',
    description: 'For a first evening with children who ask what happens next.',
    titleIds: ['s5', 'm5', 'm1'],
  },
];
