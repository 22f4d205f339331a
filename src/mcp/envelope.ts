import { isJsonObject, ownMember } from '../core/json.ts';
import type { Params } from './message.ts';

/** Keys of `_meta` that the protocol reserves. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** What a request says of itself in `params._meta`, which revision 2026-07-28 demands. */
export type Envelope =
  /** No revision is claimed: a legacy message, or an incomplete modern one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly key: string; readonly problem: string }
  | { readonly kind: 'claim'; readonly version: string };

/** Reads the revision that a message claims. Client information is optional and never looked at. */
export function readEnvelope({ _meta: meta }: Params): Envelope {
  if (!isJsonObject(meta) || !Object.hasOwn(meta, metaKeys.protocolVersion)) return none;
  const version = meta[metaKeys.protocolVersion];
  if (typeof version !== 'string') {
    return { kind: 'malformed', key: metaKeys.protocolVersion, problem: 'must be a string' };
  }
  const capabilities = ownMember(meta, metaKeys.clientCapabilities);
  if (isJsonObject(capabilities)) return { kind: 'claim', version };
  const problem = capabilities === undefined ? 'is missing' : 'must be an object';
  return { kind: 'malformed', key: metaKeys.clientCapabilities, problem };
}

const none = { kind: 'none' } as const;
