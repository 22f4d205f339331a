/**
 * Lets the conformance suite start on Node.js 20: it imports `globSync`, which came with 22, for a
 * command that is not used here. To be loaded with `--import`; newer versions need none of it.
 */
import { register } from 'node:module';

const withGlob = `
  export * from 'node:fs';
  export { default } from 'node:fs';
  export function globSync() { throw new Error('this Node.js has no globSync'); }`;

const hooks = `
  const url = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(withGlob)}`)};
  export async function resolve(specifier, context, next) {
    const fromSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
    return specifier === 'fs' && fromSuite ? { url, shortCircuit: true } : next(specifier, context);
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
