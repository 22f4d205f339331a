import type { ResolvedAuth } from '../config/resolve.ts';

const wellKnown = '/.well-known/oauth-protected-resource';

/** The metadata that tell clients where to get a token (RFC 9728). */
export interface ProtectedResource {
  /** URL of the metadata, for challenges. */
  readonly metadataUrl: string;
  /** The paths of the gateway that answer them. */
  readonly paths: readonly string[];
  /** @param scopes those of the tools. */
  metadata(scopes: Iterable<string>): object;
}

/**
 * Creates the metadata of the MCP endpoint; undefined without authorization servers.
 *
 * They are at the path with the path of the endpoint as suffix, as RFC 9728 defines (section 3.1), and
 * at the path without it, which some clients request only. `resource` is the public URL, byte for byte.
 */
export function createProtectedResource(
  { issuers, scopes: always }: ResolvedAuth,
  { publicUrl, path }: { readonly publicUrl: string | undefined; readonly path: string },
): ProtectedResource | undefined {
  if (publicUrl === undefined || issuers.length === 0) return undefined;
  const { origin, pathname } = new URL(publicUrl);
  // a proxy may serve the endpoint at another path than the gateway
  const suffixes = [pathname, path].map((suffix) => suffix.replace(/\/$/, ''));
  const paths = new Set(['', ...suffixes].map((suffix) => `${wellKnown}${suffix}`));
  return {
    metadataUrl: `${origin}${wellKnown}${suffixes[0]}`,
    paths: [...paths],
    metadata: (scopes) => ({
      resource: publicUrl,
      authorization_servers: issuers.map(({ url }) => url),
      scopes_supported: [...new Set([...always, ...scopes])].sort(),
      bearer_methods_supported: ['header'],
    }),
  };
}
