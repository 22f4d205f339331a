import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Schemas and operations of public APIs, where they are at hand. */
const root = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus');

export const hasCorpora = existsSync(root);

export function corpusFolder(name: string): string {
  return join(root, name);
}

/** Each corpus with how many operations it has, and how many of them without a name. */
export const corpora = [
  { name: 'githunt', queries: 3, mutations: 3, subscriptions: 1, anonymous: 0 },
  { name: 'linear', queries: 340, mutations: 323, subscriptions: 0, anonymous: 0 },
  { name: 'railway', queries: 56, mutations: 78, subscriptions: 6, anonymous: 0 },
  { name: 'skywalking', queries: 69, mutations: 7, subscriptions: 0, anonymous: 74 },
  { name: 'star-wars', queries: 13, mutations: 1, subscriptions: 0, anonymous: 0 },
] as const;
