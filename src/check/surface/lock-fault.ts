import { parseType } from 'graphql';
import { cutText, plainText } from '../../core/text.ts';
import { hiddenNameIn } from './hidden-name.ts';
import type { LockFile, ToolEntry } from './lock-file.ts';
import { faultWithin, type SchemaFault } from '../schema/schema-fault.ts';
import { schemaOfSlice } from './schema-slice.ts';

/**
 * Finds what the schema of a lock file cannot say of one: a JSON Schema that cannot be compared, a
 * text that is no GraphQL. How deep it nests was looked at before. The path is a JSON pointer within the lock file.
 */
export function lockFault(lock: LockFile): SchemaFault | undefined {
  const path = hiddenNameIn(lock);
  if (path !== undefined) return { path, problem: 'has line breaks or hidden characters' };
  const { tools, schemas } = lock;
  for (const [name, entry] of Object.entries(tools)) {
    const fault = toolFault(entry);
    if (fault) return { ...fault, path: `/tools/${name}${fault.path}` };
  }
  for (const [upstream, slice] of Object.entries(schemas)) {
    const why = refusalOf(() => schemaOfSlice(slice));
    if (why !== undefined) {
      return { path: `/schemas/${upstream}`, problem: `is no GraphQL schema: ${why}` };
    }
  }
  return undefined;
}

function toolFault(entry: ToolEntry): SchemaFault | undefined {
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const schema = entry[key];
    const fault = schema && faultWithin(schema);
    if (fault) return { ...fault, path: `/${key}${fault.path}` };
  }
  for (const [name, type] of Object.entries(entry.argumentTypes ?? {})) {
    const why = refusalOf(() => parseType(type));
    if (why !== undefined) {
      return { path: `/argumentTypes/${name}`, problem: `is no GraphQL type: ${why}` };
    }
  }
  return undefined;
}

/** What GraphQL has to say against a text, without the full stop. */
function refusalOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return cutText(plainText(message), 200).replace(/\.$/, '');
  }
}
