import { expect, it } from 'vitest';
import { runChange } from '../support/run-change.ts';

it('uses the names of existing types in counterexamples of results', async () => {
  const { changes } = await runChange({
    name: 'a name that may be null',
    sdl: [
      [
        'type Series implements Title { id: ID! name: String! seasons: Int! }',
        'type Series implements Title { id: ID! name: String! seasons: Int }',
      ],
    ],
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED'],
  });
  const values = changes.flatMap(({ witness }) => (witness ? [JSON.stringify(witness.value)] : []));
  expect(values).toEqual(['{"data":{"search":[{"__typename":"Movie","seasons":null}]}}']);
});
