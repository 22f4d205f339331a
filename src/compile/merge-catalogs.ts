import type { Diagnostic } from '../core/diagnostic.ts';
import { sha256Hex } from '../core/text.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import { assembleCatalog, bytesPerToken } from './assemble.ts';
import { isCatalogDiagnostic } from './lint/lint-catalog.ts';
import { compileDiagnostic } from './model/diagnostics.ts';
import { toolNamesOf, type NameRequest } from './names.ts';

/**
 * Merges the catalogs of several upstreams.
 *
 * Names are kept, unless tools of two upstreams have the same name, or two that clients cannot tell
 * apart: then each of these tools gets the name of its upstream as prefix.
 */
export function mergeCatalogs(catalogs: readonly Catalog[]): Catalog {
  const [first, ...others] = catalogs;
  if (first && others.length === 0) return first;
  const tools = catalogs.flatMap((catalog) => [...catalog.tools.values()]);
  const unprefixed = new Map(tools.map((tool) => [tool, requestFor(tool, tool.name)]));
  const outcomes = toolNamesOf([...unprefixed.values()]);
  const requests = new Map<NameRequest, Tool>();
  for (const [tool, request] of unprefixed) {
    const isUnique = outcomes.get(request)?.ok;
    requests.set(isUnique ? request : requestFor(tool, `${tool.upstream}_${tool.name}`), tool);
  }
  const named = nameTools(requests);
  const diagnostics = catalogs.flatMap((catalog) => [...catalog.skipped, ...catalog.diagnostics]);
  return assembleCatalog(
    {
      tools: named.tools,
      diagnostics: [
        ...diagnostics.filter((one) => !isCatalogDiagnostic(one)),
        ...named.diagnostics,
      ],
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
  readonly diagnostics: readonly Diagnostic[];
}

function nameTools(requests: ReadonlyMap<NameRequest, Tool>): NamedTools {
  const diagnostics: Diagnostic[] = [];
  const tools: Tool[] = [];
  for (const [request, outcome] of toolNamesOf([...requests.keys()])) {
    const tool = requests.get(request);
    if (!outcome.ok) {
      diagnostics.push(outcome.diagnostic);
    } else if (tool) {
      tools.push(rename(tool, outcome.name));
      if (tool.name !== outcome.name) diagnostics.push(reportPrefix(tool, outcome.name));
    }
  }
  return { tools, diagnostics };
}

function rename(tool: Tool, name: string): Tool {
  if (name === tool.name) return tool;
  const moreTokens = (name.length - tool.name.length) / bytesPerToken;
  return { ...tool, name, estimatedTokens: Math.ceil(tool.estimatedTokens + moreTokens) };
}

function reportPrefix({ name, place }: Tool, prefixed: string): Diagnostic {
  return compileDiagnostic(
    'TOOL_NAME_PREFIXED',
    `Another upstream also has a tool "${name}", so this one is named "${prefixed}".`,
    { place, tool: prefixed },
  );
}
