import type { CompileSettings } from '../compile/model/settings.ts';
import type { ResolvedConfig } from '../config/resolve.ts';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';

/** What compiling one upstream's operations depends on, from the configuration. */
export function compileSettingsOf(
  { profile, limits }: ResolvedConfig,
  upstream: ResolvedUpstream,
): CompileSettings {
  return {
    profile,
    validation: upstream.validation,
    mutations: upstream.mutations,
    manifestMutations: upstream.manifestMutations,
    scalars: upstream.scalars,
    tools: upstream.tools,
    prefix: upstream.prefix ?? '',
    upstream: upstream.name,
    nullAsAbsent: upstream.nullAsAbsent,
    maxSchemaNodes: limits.maxSchemaNodes,
    maxSchemaBytes: limits.maxSchemaBytes,
  };
}
