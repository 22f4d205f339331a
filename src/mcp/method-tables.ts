import type { Method } from './exchange.ts';
import type { McpOptions } from './mcp-options.ts';
import { createDiscover } from './methods/discover.ts';
import { createInitialize } from './methods/initialize.ts';
import { createListen } from './methods/listen.ts';
import { ping } from './methods/ping.ts';
import { createPromptsGet, createPromptsList } from './methods/prompts.ts';
import {
  createResourcesList,
  createResourcesRead,
  createTemplatesList,
} from './methods/resources.ts';
import { setLevel } from './methods/set-level.ts';
import { createToolsCall } from './methods/tools-call.ts';
import { createToolsList } from './methods/tools-list.ts';
import type { MissingTools } from './missing-tool.ts';
import { createResultWriter, type ResultWriter } from './result-writer.ts';
import type { ToolsChanged } from './tools-changed.ts';
import type { Era } from './versions.ts';

/** Methods by name, for either era. A `Map`: no name from outside reaches a prototype. */
export type MethodTables = Readonly<Record<Era, ReadonlyMap<string, Method>>>;

/**
 * What may be called.
 *
 * | method                              | legacy      | modern      |
 * | ----------------------------------- | ----------- | ----------- |
 * | `initialize`, `ping`                | yes         | gone        |
 * | `logging/setLevel`                  | no effect   | gone        |
 * | `server/discover`                   |             | yes         |
 * | `subscriptions/listen`              |             | yes         |
 * | `tools/list`, `tools/call`          | yes         | yes         |
 * | `resources/list`, `resources/read`, | when given  | when given  |
 * | `resources/templates/list`          |             |             |
 * | `prompts/list`, `prompts/get`       | when given  | when given  |
 */
export function createMethodTables(
  options: McpOptions,
  missing: MissingTools,
  toolsChanged: ToolsChanged,
): MethodTables {
  const writer = createResultWriter(options.info, options.cacheScope);
  const shared: readonly (readonly [string, Method])[] = [
    ['tools/list', createToolsList(options, writer)],
    ['tools/call', createToolsCall(options, missing, writer)],
    ...featureMethods(options, writer),
  ];
  return {
    legacy: new Map<string, Method>([
      ['initialize', createInitialize(options)],
      ['ping', ping],
      ['logging/setLevel', setLevel],
      ...shared,
    ]),
    modern: new Map<string, Method>([
      ['server/discover', createDiscover(options, writer)],
      ['subscriptions/listen', createListen(toolsChanged, options.info)],
      ...shared,
    ]),
  };
}

function* featureMethods(
  { resources, prompts }: McpOptions,
  writer: ResultWriter,
): Generator<readonly [string, Method]> {
  if (resources) {
    yield ['resources/list', createResourcesList(resources, writer)];
    yield ['resources/templates/list', createTemplatesList(resources, writer)];
    yield ['resources/read', createResourcesRead(resources, writer)];
  }
  if (prompts) {
    yield ['prompts/list', createPromptsList(prompts, writer)];
    yield ['prompts/get', createPromptsGet(prompts, writer)];
  }
}
