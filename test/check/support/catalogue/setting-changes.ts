import type { CompileSettings } from '../../../../src/compile/model/settings.ts';
import type { NamedChange } from './named-change.ts';

/** A tool's settings, as the configuration has them. */
function tool(operation: string, options: object): Partial<CompileSettings> {
  return { tools: new Map([[operation, options]]) };
}

/** Changes of settings, as the configuration or directives have them. */
export const settingChanges: readonly NamedChange[] = [
  {
    name: 'a tool gets another name',
    settings: tool('GetMovie', { name: 'FetchMovie' }),
    verdict: 'breaking',
    codes: ['TOOL_RENAMED', 'TITLE_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'a tool gets another title',
    settings: tool('GetMovie', { title: 'Fetch a movie' }),
    verdict: 'dangerous',
    codes: ['TITLE_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'a tool gets another description',
    settings: tool('GetMovie', { description: 'Fetches a movie.' }),
    verdict: 'dangerous',
    codes: ['DESCRIPTION_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'a tool is no longer read-only',
    settings: tool('GetMovie', { readOnly: false }),
    verdict: 'breaking',
    codes: ['READ_ONLY_WITHDRAWN', 'DESTRUCTIVE_DECLARED', 'IDEMPOTENT_WITHDRAWN'],
    cause: 'configuration',
  },
  {
    name: 'a mutation is said to be read-only',
    settings: tool('Rate', { readOnly: true, destructive: true }),
    verdict: 'dangerous',
    codes: ['READ_ONLY_CLAIMED', 'IDEMPOTENT_CLAIMED'],
    cause: 'configuration',
  },
  {
    name: 'a mutation is no longer destructive',
    settings: tool('Rate', { destructive: false }),
    verdict: 'breaking',
    codes: ['DESTRUCTIVE_WITHDRAWN'],
    cause: 'configuration',
  },
  {
    name: 'a query is said to be destructive',
    settings: tool('GetMovie', { destructive: true }),
    verdict: 'breaking',
    codes: ['DESTRUCTIVE_DECLARED'],
    cause: 'configuration',
  },
  {
    name: 'a query is no longer idempotent',
    settings: tool('GetMovie', { idempotent: false }),
    verdict: 'dangerous',
    codes: ['IDEMPOTENT_WITHDRAWN'],
    cause: 'configuration',
  },
  {
    name: 'a mutation is idempotent',
    settings: tool('Rate', { idempotent: true }),
    verdict: 'safe',
    codes: ['IDEMPOTENT_CLAIMED'],
    cause: 'configuration',
  },
  {
    name: 'a tool reaches a closed world',
    settings: tool('GetMovie', { openWorld: false }),
    verdict: 'safe',
    codes: ['OPEN_WORLD_WITHDRAWN'],
    cause: 'configuration',
  },
  {
    name: 'a tool needs a scope',
    settings: tool('GetMovie', { scopes: ['movies:read'] }),
    verdict: 'breaking',
    codes: ['SCOPES_ADDED'],
    cause: 'configuration',
  },
  {
    name: 'a tool takes partial answers',
    settings: tool('GetMovie', { partialResults: 'ACCEPT' }),
    verdict: 'dangerous',
    codes: ['PARTIAL_RESULTS_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'a tool is hidden',
    settings: tool('GetMovie', { hidden: true }),
    verdict: 'breaking',
    codes: ['TOOL_HIDDEN'],
    cause: 'configuration',
  },
  {
    name: 'an argument gets another name',
    settings: tool('Search', { params: { text: { name: 'words' } } }),
    verdict: 'breaking',
    codes: ['INPUT_NARROWED'],
    cause: 'configuration',
  },
  {
    name: 'an argument is described',
    settings: tool('Search', { params: { text: { description: 'What to look for.' } } }),
    verdict: 'dangerous',
    codes: ['INPUT_TEXT_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'an argument gets examples',
    settings: tool('Search', { params: { text: { examples: ['noir'] } } }),
    verdict: 'dangerous',
    codes: ['EXAMPLES_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'an argument is mirrored in a header',
    settings: tool('Search', { params: { text: { mcpHeader: 'Text' } } }),
    verdict: 'dangerous',
    codes: ['HEADER_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'an argument comes from a claim',
    settings: tool('Forget', { params: { id: { fromClaim: 'sub' } } }),
    verdict: 'breaking',
    codes: ['INPUT_NARROWED', 'BINDING_CHANGED', 'OPERATION_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'tools get a prefix',
    settings: { prefix: 'films_' },
    verdict: 'breaking',
    codes: ['TOOL_RENAMED'],
    cause: 'configuration',
  },
  {
    name: 'mutations are not served',
    settings: { mutations: 'none' },
    verdict: 'breaking',
    codes: ['TOOL_REMOVED'],
    cause: 'diagnostic',
  },
  {
    name: 'a custom scalar is described',
    settings: { scalars: new Map([['JSON', { type: 'object' }]]) },
    verdict: 'safe',
    codes: ['OUTPUT_NARROWED'],
    cause: 'configuration',
  },
  {
    name: 'schemas are over their budget',
    settings: { maxSchemaNodes: 14 },
    verdict: 'unchanged',
    codes: [],
  },
  {
    name: 'schemas are written in the full profile',
    settings: { profile: 'full' },
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED', 'OUTPUT_NARROWED'],
    cause: 'configuration',
  },
];
