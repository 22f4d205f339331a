import type { Diagnostic } from '../core/diagnostic.ts';
import { sha256Hex } from '../core/text.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import { assembleCatalog } from './assemble-catalog.ts';
import { bytesPerToken } from './estimate-tokens.ts';
import { compileDiagnostic } from './model/diagnostics.ts';
import { isCatalogFinding } from './lint/lint-catalog.ts';
import { toolNamesOf, type NameRequest } from './tool-name.ts';

/**
 * Puts the catalogs of several upstreams together.
 *
 * Names stay as they are, but where tools of two upstreams come to one name, or to two that a client
 * cannot tell apart: then all of these get the name of their upstream in front.
 */
export function mergeCatalogs(catalogs: readonly Catalog[]): Catalog {
  const [first, ...others] = catalogs;
  if (first && others.length === 0) return first;
  const tools = catalogs.flatMap((catalog) => [...catalog.tools.values()]);
  const own = new Map(tools.map((tool) => [tool, requestFor(tool, tool.name)]));
  const outcomes = toolNamesOf([...own.values()]);
  const wanted = new Map<NameRequest, Tool>();
  for (const [tool, request] of own) {
    const isUnique = outcomes.get(request)?.ok;
    wanted.set(isUnique ? request : requestFor(tool, `${tool.upstream}_${tool.name}`), tool);
  }
  const named = nameAll(wanted);
  const findings = catalogs.flatMap(({ skipped, diagnostics }) => [...skipped, ...diagnostics]);
  return assembleCatalog(
    {
      tools: named.tools,
      findings: [...findings.filter((one) => !isCatalogFinding(one)), ...named.findings],
      skippedCount: catalogs.reduce(
        (sum, { skippedCount }) => sum + skippedCount,
        tools.length - named.tools.length,
      ),
      profile: first?.profile ?? 'portable',
    },
    (listed) =>
      sha256Hex(
        [...catalogs.map(({ fingerprint }) => fingerprint), ...listed.map(({ name }) => name)].join(
          '\n',
        ),
      ),
  );
}

function requestFor({ place }: Tool, operationName: string): NameRequest {
  return { operationName, place };
}

interface NamedTools {
  readonly tools: readonly Tool[];
  readonly findings: readonly Diagnostic[];
}

function nameAll(wanted: ReadonlyMap<NameRequest, Tool>): NamedTools {
  const findings: Diagnostic[] = [];
  const tools: Tool[] = [];
  for (const [request, outcome] of toolNamesOf([...wanted.keys()])) {
    const tool = wanted.get(request);
    if (!outcome.ok) findings.push(outcome.diagnostic);
    else if (tool) tools.push(rename(tool, outcome.name));
    if (outcome.ok && tool && tool.name !== outcome.name)
      findings.push(prefixed(tool, outcome.name));
  }
  return { tools, findings };
}

function rename(tool: Tool, name: string): Tool {
  if (name === tool.name) return tool;
  const longer = (name.length - tool.name.length) / bytesPerToken;
  return { ...tool, name, estimatedTokens: Math.ceil(tool.estimatedTokens + longer) };
}

function prefixed({ name, place }: Tool, now: string): Diagnostic {
  const message = `Another upstream has a tool "${name}" too, so this one is called "${now}".`;
  return compileDiagnostic('TOOL_NAME_PREFIXED', message, { place, tool: now });
}
