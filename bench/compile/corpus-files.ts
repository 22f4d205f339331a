import { join } from 'node:path';

/** The largest API at hand: 1.3 MB of SDL, 663 operations. */
const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus', 'linear');

export const schemaFile = join(folder, 'schema', 'schema.graphql');
export const operationsFile = join(folder, 'operations', '_generated_documents.graphql');
