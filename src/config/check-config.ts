import type { Diagnostic } from '../core/diagnostic.ts';
import { checkServing } from './check-serving.ts';
import { checkUpstream } from './check-upstream.ts';
import { severityOf } from './config-codes.ts';
import { upstreamOptionNames } from './config-schema.ts';
import type { CheckContext, ConfigFinding } from './config-finding.ts';
import type { ConfigSource } from './config-source.ts';
import type { GatewayOptions } from './options.ts';

/**
 * Checks what a schema of single options cannot say: which go together, what is dangerous.
 *
 * Answers errors and warnings; the caller decides what an error stops.
 */
export function checkConfig(
  options: GatewayOptions,
  source: ConfigSource,
  context: CheckContext,
): readonly Diagnostic[] {
  const findings = [...checkUpstreams(options, context), ...checkServing(options)];
  return findings.map(({ code, path, message: written, hint }) => {
    const { label, place } = source.locate(path, 'key');
    const message = written.replace('{}', `"${label}"`);
    return { code, severity: severityOf(code), message, hint, ...(place && { place }) };
  });
}

function checkUpstreams(options: GatewayOptions, context: CheckContext): readonly ConfigFinding[] {
  const { upstreams } = options;
  const hasTokens = (options.auth?.tokens ?? []).length > 0;
  if (!upstreams) return checkUpstream(options, [], { ...context, hasTokens });
  const named = Object.entries(upstreams);
  if (named.length === 0) return [noUpstream];
  return [
    ...upstreamOptionNames.filter((name) => Object.hasOwn(options, name)).map(misplaced),
    ...named.flatMap(([name, upstream]) =>
      checkUpstream(upstream, ['upstreams', name], { ...context, hasTokens }),
    ),
  ];
}

const noUpstream: ConfigFinding = {
  code: 'CONFIG_NO_UPSTREAM',
  path: ['upstreams'],
  message: '{} names no GraphQL API.',
  hint: 'Add one by name, or remove it and write "schema" and "endpoint" at the top level.',
};

function misplaced(name: string): ConfigFinding {
  return {
    code: 'CONFIG_MIXED_UPSTREAMS',
    path: [name],
    message: '{} cannot stand beside "upstreams".',
    hint: 'Write it below the upstream that it is meant for.',
  };
}
