/**
 * Reference *graphql-js*: parses a schema and operations, builds and validates them, and ends.
 * Plain JavaScript, so that no TypeScript loader is in its time.
 */
import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';

const [schemaFile = '', operationsFile = ''] = process.argv.slice(2);
const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
// fragments that nobody uses are errors to it, and are nobody's here
validate(schema, parse(readFileSync(operationsFile, 'utf8')));
