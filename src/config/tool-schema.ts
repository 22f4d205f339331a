import {
  duration,
  flag,
  mapOf,
  members,
  text,
  texts,
  choice,
  type OptionSchema,
} from './option-schema.ts';

/** Settings of tools and their arguments. */
export const toolDefinitions: { readonly [name: string]: OptionSchema } = {
  ToolOptions: members(
    'What configuration says of one tool: the same as `@mcpTool` and `@mcpParam`.',
    {
      name: text("Name of the tool, instead of the operation's."),
      title: text('Title that people see.'),
      description: text('What the tool does, for the model.'),
      readOnly: flag('Whether the tool changes nothing.', {
        'x-default': 'true for queries, false for mutations',
      }),
      destructive: flag('Whether the tool may destroy or overwrite something.', {
        'x-default': 'false for queries, true for mutations',
      }),
      idempotent: flag('Whether calling twice does no more than calling once.', {
        'x-default': 'true for queries, false for mutations',
      }),
      openWorld: flag('Whether the tool reaches beyond a closed set of data, such as the web.', {
        default: true,
      }),
      partialResults: choice(
        'Whether data together with errors counts as an error of the call.',
        ['REJECT', 'ACCEPT'],
        'REJECT',
      ),
      scopes: texts('Scopes that a caller needs, all of them.', { default: [] }),
      tags: texts('Words to sort tools by; clients do not see them.', { default: [] }),
      hidden: flag(
        'Whether the tool is left out of `tools/list`; it can still be called by name.',
        {
          default: false,
        },
      ),
      timeoutMs: duration('Deadline of a call of this tool, in milliseconds.', {
        minimum: 1,
        'x-default': "the upstream's `timeoutMs`",
      }),
      content: {
        type: 'array',
        description: 'Fields of the answer that clients are shown as pictures, sound or files.',
        items: { $ref: '#/$defs/ContentOptions' },
        default: [],
      },
      params: mapOf('Settings of arguments, by variable name.', { $ref: '#/$defs/ParamOptions' }),
    },
  ),
  ContentOptions: members(
    'A field of the answer that is a picture, a sound or a file.',
    {
      field: text('Response names from the root down, joined by dots: `movie.poster`.'),
      mimeType: text('What it is: `image/png`. Bytes are read as Base64, `text/*` as it is.'),
    },
    ['field', 'mimeType'],
  ),
  ParamOptions: members('What configuration says of one variable: the same as `@mcpParam`.', {
    name: text("Name of the argument, instead of the variable's."),
    description: text('What the argument means, for the model.'),
    examples: { type: 'array', description: 'Values that show the model what is meant.' },
    mcpHeader: text(
      'Protocol revision 2026-07-28: clients mirror the argument in header `Mcp-Param-<this>`.',
    ),
    fromClaim: text(
      "Takes the value from this claim of the caller's token; the model never sees the argument.",
    ),
    fromHeader: text(
      "Takes the value from this header of the caller's request; the model never sees the argument.",
    ),
    fromEnv: text(
      'Takes the value from this environment variable; the model never sees the argument.',
    ),
  }),
};
