import { buildSchema, GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../src/core/tool.ts';
import { catalogOf, toolOf } from '../../support/sources.ts';
import { problemsOf, sdkValidatorsOf } from '../../support/client-validators.ts';
import { richOperation, richSdl } from './rich-operation.ts';

describe('the input schema of a rich operation', () => {
  it('has the snapshot of profile portable', () => {
    expect(toolOf(richSdl, richOperation).inputSchema).toMatchInlineSnapshot(`
      {
        "additionalProperties": false,
        "properties": {
          "area": {
            "description": "Where to look.",
            "type": "string",
            "x-mcp-header": "Region",
          },
          "cover": {
            "additionalProperties": false,
            "properties": {
              "base64": {
                "description": "Content of the file, Base64.",
                "type": "string",
              },
              "contentType": {
                "description": "Media type, such as image/png.",
                "type": "string",
              },
              "filename": {
                "description": "Name of the file.",
                "type": "string",
              },
            },
            "required": [
              "filename",
              "contentType",
              "base64",
            ],
            "type": [
              "object",
              "null",
            ],
          },
          "filter": {
            "additionalProperties": false,
            "description": "All that must hold.",
            "properties": {
              "and": {
                "description": "All that must hold.",
                "items": {
                  "additionalProperties": false,
                  "properties": {
                    "and": {
                      "description": "All that must hold.",
                      "items": {
                        "additionalProperties": false,
                        "properties": {
                          "and": {
                            "description": "All that must hold.",
                            "items": {
                              "description": "Same shape as Filter: name, and.",
                              "properties": {},
                              "type": "object",
                            },
                            "type": [
                              "array",
                              "null",
                            ],
                          },
                          "name": {
                            "description": "1 to 20 characters, pattern ^[a-z]+$.",
                            "type": [
                              "string",
                              "null",
                            ],
                          },
                        },
                        "type": "object",
                      },
                      "type": [
                        "array",
                        "null",
                      ],
                    },
                    "name": {
                      "description": "1 to 20 characters, pattern ^[a-z]+$.",
                      "type": [
                        "string",
                        "null",
                      ],
                    },
                  },
                  "type": "object",
                },
                "type": [
                  "array",
                  "null",
                ],
              },
              "name": {
                "description": "1 to 20 characters, pattern ^[a-z]+$.",
                "type": [
                  "string",
                  "null",
                ],
              },
            },
            "type": [
              "object",
              "null",
            ],
          },
          "grid": {
            "items": {
              "items": {
                "type": "integer",
              },
              "type": [
                "array",
                "null",
              ],
            },
            "type": "array",
          },
          "id": {
            "description": "Id of the list.",
            "type": "string",
          },
          "key": {
            "description": "UUID: 123e4567-e89b-42d3-a456-426614174000.",
            "type": [
              "string",
              "null",
            ],
          },
          "limit": {
            "description": "Number of films. 1 to 50. Default: 10. Examples: 5, 20.",
            "type": [
              "integer",
              "null",
            ],
          },
          "meta": {
            "additionalProperties": true,
            "description": "Any JSON value, not only an object.",
            "properties": {},
            "type": [
              "object",
              "null",
            ],
          },
          "mood": {
            "anyOf": [
              {
                "enum": [
                  "HAPPY",
                  "SAD",
                  "ANGRY",
                ],
                "type": "string",
              },
              {
                "type": "null",
              },
            ],
            "description": "How you feel. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.) Default: "SAD".",
          },
          "moods": {
            "description": "How one feels. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.)",
            "items": {
              "enum": [
                "HAPPY",
                "SAD",
                "ANGRY",
              ],
              "type": "string",
            },
            "type": [
              "array",
              "null",
            ],
          },
          "subject": {
            "additionalProperties": false,
            "description": "What a list is about. Give exactly one of movieId, series.",
            "properties": {
              "movieId": {
                "description": "Of the film.",
                "type": "string",
              },
              "series": {
                "additionalProperties": false,
                "properties": {
                  "from": {
                    "description": "Default: 1.",
                    "type": [
                      "integer",
                      "null",
                    ],
                  },
                  "old": {
                    "description": "Deprecated: Use from.",
                    "type": [
                      "string",
                      "null",
                    ],
                  },
                  "to": {
                    "description": "1 to 99.",
                    "type": [
                      "integer",
                      "null",
                    ],
                  },
                },
                "type": "object",
              },
            },
            "type": "object",
          },
          "tags": {
            "description": "1 to 5 items.",
            "items": {
              "type": "string",
            },
            "type": [
              "array",
              "null",
            ],
          },
          "views": {
            "description": "Whole number of any size, as text: 9007199254740993. Default: "9007199254740993".",
            "type": [
              "string",
              "null",
            ],
          },
        },
        "required": [
          "id",
          "subject",
          "grid",
          "area",
        ],
        "type": "object",
      }
    `);
  });

  it('has the snapshot of profile full', () => {
    expect(toolOf(richSdl, richOperation, { profile: 'full' }).inputSchema).toMatchInlineSnapshot(`
      {
        "$defs": {
          "Filter": {
            "additionalProperties": false,
            "properties": {
              "and": {
                "description": "All that must hold.",
                "items": {
                  "$ref": "#/$defs/Filter",
                },
                "type": [
                  "array",
                  "null",
                ],
              },
              "name": {
                "maxLength": 20,
                "minLength": 1,
                "pattern": "^[a-z]+$",
                "type": [
                  "string",
                  "null",
                ],
              },
            },
            "type": "object",
          },
          "Range": {
            "additionalProperties": false,
            "properties": {
              "from": {
                "default": 1,
                "maximum": 2147483647,
                "minimum": -2147483648,
                "type": [
                  "integer",
                  "null",
                ],
              },
              "old": {
                "deprecated": true,
                "description": "Deprecated: Use from.",
                "type": [
                  "string",
                  "null",
                ],
              },
              "to": {
                "maximum": 99,
                "minimum": 1,
                "type": [
                  "integer",
                  "null",
                ],
              },
            },
            "type": "object",
          },
          "Subject": {
            "additionalProperties": false,
            "maxProperties": 1,
            "minProperties": 1,
            "properties": {
              "movieId": {
                "description": "Of the film.",
                "type": "string",
              },
              "series": {
                "$ref": "#/$defs/Range",
              },
            },
            "type": "object",
          },
        },
        "additionalProperties": false,
        "properties": {
          "area": {
            "description": "Where to look.",
            "type": "string",
            "x-mcp-header": "Region",
          },
          "cover": {
            "additionalProperties": false,
            "properties": {
              "base64": {
                "description": "Content of the file, Base64.",
                "type": "string",
              },
              "contentType": {
                "description": "Media type, such as image/png.",
                "type": "string",
              },
              "filename": {
                "description": "Name of the file.",
                "type": "string",
              },
            },
            "required": [
              "filename",
              "contentType",
              "base64",
            ],
            "type": [
              "object",
              "null",
            ],
          },
          "filter": {
            "anyOf": [
              {
                "$ref": "#/$defs/Filter",
              },
              {
                "type": "null",
              },
            ],
            "description": "All that must hold.",
          },
          "grid": {
            "items": {
              "items": {
                "maximum": 2147483647,
                "minimum": -2147483648,
                "type": "integer",
              },
              "type": [
                "array",
                "null",
              ],
            },
            "type": "array",
          },
          "id": {
            "description": "Id of the list.",
            "type": "string",
          },
          "key": {
            "description": "UUID: 123e4567-e89b-42d3-a456-426614174000.",
            "format": "uuid",
            "type": [
              "string",
              "null",
            ],
          },
          "limit": {
            "default": 10,
            "description": "Number of films.",
            "examples": [
              5,
              20,
            ],
            "maximum": 50,
            "minimum": 1,
            "type": [
              "integer",
              "null",
            ],
          },
          "meta": {},
          "mood": {
            "anyOf": [
              {
                "enum": [
                  "HAPPY",
                  "SAD",
                  "ANGRY",
                ],
                "type": "string",
              },
              {
                "type": "null",
              },
            ],
            "default": "SAD",
            "description": "How you feel. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.)",
          },
          "moods": {
            "description": "How one feels. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.)",
            "items": {
              "enum": [
                "HAPPY",
                "SAD",
                "ANGRY",
              ],
              "type": "string",
            },
            "type": [
              "array",
              "null",
            ],
          },
          "subject": {
            "$ref": "#/$defs/Subject",
            "description": "What a list is about. Give exactly one of movieId, series.",
          },
          "tags": {
            "items": {
              "type": "string",
            },
            "maxItems": 5,
            "minItems": 1,
            "type": [
              "array",
              "null",
            ],
          },
          "views": {
            "default": "9007199254740993",
            "description": "Whole number of any size, as text: 9007199254740993.",
            "type": [
              "string",
              "null",
            ],
          },
        },
        "required": [
          "id",
          "subject",
          "grid",
          "area",
        ],
        "type": "object",
      }
    `);
  });

  it('has the snapshot of profile gemini', () => {
    const { inputSchema } = toolOf(richSdl, richOperation, { profile: 'gemini' });
    expect(inputSchema).toMatchInlineSnapshot(`
      {
        "properties": {
          "area": {
            "description": "Where to look.",
            "type": "string",
            "x-mcp-header": "Region",
          },
          "cover": {
            "properties": {
              "base64": {
                "description": "Content of the file, Base64.",
                "type": "string",
              },
              "contentType": {
                "description": "Media type, such as image/png.",
                "type": "string",
              },
              "filename": {
                "description": "Name of the file.",
                "type": "string",
              },
            },
            "required": [
              "filename",
              "contentType",
              "base64",
            ],
            "type": "object",
          },
          "filter": {
            "description": "All that must hold.",
            "properties": {
              "and": {
                "description": "All that must hold.",
                "items": {
                  "properties": {
                    "and": {
                      "description": "All that must hold.",
                      "items": {
                        "properties": {
                          "and": {
                            "description": "All that must hold.",
                            "items": {
                              "description": "JSON text of Filter, an object with name, and.",
                              "type": "string",
                            },
                            "type": "array",
                          },
                          "name": {
                            "description": "1 to 20 characters, pattern ^[a-z]+$.",
                            "type": "string",
                          },
                        },
                        "type": "object",
                      },
                      "type": "array",
                    },
                    "name": {
                      "description": "1 to 20 characters, pattern ^[a-z]+$.",
                      "type": "string",
                    },
                  },
                  "type": "object",
                },
                "type": "array",
              },
              "name": {
                "description": "1 to 20 characters, pattern ^[a-z]+$.",
                "type": "string",
              },
            },
            "type": "object",
          },
          "grid": {
            "items": {
              "items": {
                "type": "integer",
              },
              "type": "array",
            },
            "type": "array",
          },
          "id": {
            "description": "Id of the list.",
            "type": "string",
          },
          "key": {
            "description": "UUID: 123e4567-e89b-42d3-a456-426614174000.",
            "type": "string",
          },
          "limit": {
            "description": "Number of films. 1 to 50. Default: 10. Examples: 5, 20.",
            "type": "integer",
          },
          "meta": {
            "description": "A JSON value, written as text.",
            "type": "string",
          },
          "mood": {
            "description": "How you feel. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.) Default: "SAD".",
            "enum": [
              "HAPPY",
              "SAD",
              "ANGRY",
            ],
            "type": "string",
          },
          "moods": {
            "description": "How one feels. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.)",
            "items": {
              "enum": [
                "HAPPY",
                "SAD",
                "ANGRY",
              ],
              "type": "string",
            },
            "type": "array",
          },
          "subject": {
            "description": "What a list is about. Give exactly one of movieId, series.",
            "properties": {
              "movieId": {
                "description": "Of the film.",
                "type": "string",
              },
              "series": {
                "properties": {
                  "from": {
                    "description": "Default: 1.",
                    "type": "integer",
                  },
                  "old": {
                    "description": "Deprecated: Use from.",
                    "type": "string",
                  },
                  "to": {
                    "description": "1 to 99.",
                    "type": "integer",
                  },
                },
                "type": "object",
              },
            },
            "type": "object",
          },
          "tags": {
            "description": "1 to 5 items.",
            "items": {
              "type": "string",
            },
            "type": "array",
          },
          "views": {
            "description": "Whole number of any size, as text: 9007199254740993. Default: "9007199254740993".",
            "type": "string",
          },
        },
        "required": [
          "id",
          "subject",
          "grid",
          "area",
        ],
        "type": "object",
      }
    `);
  });

  it('has the snapshot of profile openai', () => {
    const { inputSchema } = toolOf(richSdl, richOperation, { profile: 'openai' });
    expect(inputSchema).toMatchInlineSnapshot(`
      {
        "additionalProperties": false,
        "properties": {
          "area": {
            "description": "Where to look.",
            "type": "string",
          },
          "cover": {
            "additionalProperties": false,
            "properties": {
              "base64": {
                "description": "Content of the file, Base64.",
                "type": "string",
              },
              "contentType": {
                "description": "Media type, such as image/png.",
                "type": "string",
              },
              "filename": {
                "description": "Name of the file.",
                "type": "string",
              },
            },
            "required": [
              "filename",
              "contentType",
              "base64",
            ],
            "type": [
              "object",
              "null",
            ],
          },
          "filter": {
            "additionalProperties": false,
            "description": "All that must hold.",
            "properties": {
              "and": {
                "description": "All that must hold.",
                "items": {
                  "additionalProperties": false,
                  "properties": {
                    "and": {
                      "description": "All that must hold.",
                      "items": {
                        "additionalProperties": false,
                        "properties": {
                          "and": {
                            "description": "All that must hold.",
                            "items": {
                              "description": "JSON text of Filter, an object with name, and.",
                              "type": "string",
                            },
                            "type": [
                              "array",
                              "null",
                            ],
                          },
                          "name": {
                            "description": "1 to 20 characters, pattern ^[a-z]+$.",
                            "type": [
                              "string",
                              "null",
                            ],
                          },
                        },
                        "required": [
                          "name",
                          "and",
                        ],
                        "type": "object",
                      },
                      "type": [
                        "array",
                        "null",
                      ],
                    },
                    "name": {
                      "description": "1 to 20 characters, pattern ^[a-z]+$.",
                      "type": [
                        "string",
                        "null",
                      ],
                    },
                  },
                  "required": [
                    "name",
                    "and",
                  ],
                  "type": "object",
                },
                "type": [
                  "array",
                  "null",
                ],
              },
              "name": {
                "description": "1 to 20 characters, pattern ^[a-z]+$.",
                "type": [
                  "string",
                  "null",
                ],
              },
            },
            "required": [
              "name",
              "and",
            ],
            "type": [
              "object",
              "null",
            ],
          },
          "grid": {
            "items": {
              "items": {
                "type": "integer",
              },
              "type": [
                "array",
                "null",
              ],
            },
            "type": "array",
          },
          "id": {
            "description": "Id of the list.",
            "type": "string",
          },
          "key": {
            "description": "UUID: 123e4567-e89b-42d3-a456-426614174000.",
            "type": [
              "string",
              "null",
            ],
          },
          "limit": {
            "description": "Number of films. 1 to 50. Default: 10. Examples: 5, 20.",
            "type": [
              "integer",
              "null",
            ],
          },
          "meta": {
            "description": "A JSON value, written as text.",
            "type": [
              "string",
              "null",
            ],
          },
          "mood": {
            "anyOf": [
              {
                "enum": [
                  "HAPPY",
                  "SAD",
                  "ANGRY",
                ],
                "type": "string",
              },
              {
                "type": "null",
              },
            ],
            "description": "How you feel. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.) Default: "SAD".",
          },
          "moods": {
            "description": "How one feels. HAPPY: All is well.
      ANGRY: Grumpy. (deprecated: Be kind.)",
            "items": {
              "enum": [
                "HAPPY",
                "SAD",
                "ANGRY",
              ],
              "type": "string",
            },
            "type": [
              "array",
              "null",
            ],
          },
          "subject": {
            "additionalProperties": false,
            "description": "What a list is about. Give exactly one of movieId, series.",
            "properties": {
              "movieId": {
                "description": "Of the film.",
                "type": [
                  "string",
                  "null",
                ],
              },
              "series": {
                "additionalProperties": false,
                "properties": {
                  "from": {
                    "description": "Default: 1.",
                    "type": [
                      "integer",
                      "null",
                    ],
                  },
                  "old": {
                    "description": "Deprecated: Use from.",
                    "type": [
                      "string",
                      "null",
                    ],
                  },
                  "to": {
                    "description": "1 to 99.",
                    "type": [
                      "integer",
                      "null",
                    ],
                  },
                },
                "required": [
                  "from",
                  "to",
                  "old",
                ],
                "type": [
                  "object",
                  "null",
                ],
              },
            },
            "required": [
              "movieId",
              "series",
            ],
            "type": "object",
          },
          "tags": {
            "description": "1 to 5 items.",
            "items": {
              "type": "string",
            },
            "type": [
              "array",
              "null",
            ],
          },
          "views": {
            "description": "Whole number of any size, as text: 9007199254740993. Default: "9007199254740993".",
            "type": [
              "string",
              "null",
            ],
          },
        },
        "required": [
          "id",
          "mood",
          "moods",
          "subject",
          "filter",
          "grid",
          "limit",
          "tags",
          "meta",
          "cover",
          "views",
          "key",
          "area",
        ],
        "type": "object",
      }
    `);
  });

  it.each(profiles)('accepts the arguments that the tool accepts in profile %s', (profile) => {
    const { inputSchema, prepareArguments } = toolOf(richSdl, richOperation, { profile });
    const isText = profile === 'gemini' || profile === 'openai';
    const given = {
      id: '1',
      mood: 'SAD',
      moods: ['HAPPY'],
      subject: { movieId: '2', ...(profile === 'openai' && { series: null }) },
      filter: { name: 'a', and: [{ name: 'b', and: [{ name: 'c', and: [] }] }] },
      grid: [[1], []],
      limit: 5,
      tags: ['x'],
      meta: isText ? '{"a":1}' : { a: 1 },
      cover: { filename: 'a.png', contentType: 'image/png', base64: 'AA==' },
      views: '9007199254740993',
      key: '00000000-0000-4000-8000-000000000000',
      area: 'eu',
    };
    expect(problemsOf(sdkValidatorsOf(inputSchema), given)).toEqual([]);
    const { area: region, ...others } = given;
    expect(prepareArguments(given)).toEqual({
      ok: true,
      variables: { ...others, region, meta: { a: 1 }, subject: { movieId: '2' } },
    });
  });
});

describe('an input schema', () => {
  it('without variables is a closed empty object', () => {
    expect(toolOf('type Query { a: Int }', '{ a }').inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it.each([
    [{ type: ['string', 'integer'] }, { type: ['string', 'integer', 'null'] }],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [{ type: 'string', const: 'x' }, { anyOf: [{ type: 'string', const: 'x' }, { type: 'null' }] }],
    [
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'null' }] },
    ],
    [{}, {}],
  ] as const)('accepts null in addition to the configured scalar %j', (schema, expected) => {
    const { inputSchema, prepareArguments } = toolOf(
      'scalar Odd type Query { a(odd: Odd): Int }',
      'query q($odd: Odd) { a(odd: $odd) }',
      { scalars: new Map([['Odd', schema]]) },
    );
    expect(inputSchema.properties['odd']).toEqual(expected);
    expect(prepareArguments({ odd: null })).toEqual({ ok: true, variables: { odd: null } });
  });

  it('intersects the bounds of all places that a variable is passed to', () => {
    const sdl = `
      directive @constraint(min: Int, max: Int) on ARGUMENT_DEFINITION
      type Query {
        a(n: Int @constraint(min: 1, max: 9)): Int
        b(n: Int @constraint(min: 3)): Int
        c(list: [Int]): Int
      }`;
    const { inputSchema } = toolOf(
      sdl,
      'query q($n: Int) { a(n: $n) b(n: $n) ... @skip(if: false) { c(list: [$n]) } }',
      { profile: 'full' },
    );
    expect(inputSchema.properties).toEqual({
      n: { type: ['integer', 'null'], minimum: 3, maximum: 9 },
    });
  });

  it('describes an argument by its directive, description, comment, place or type', () => {
    const sdl = `
      "Type."
      input I { "Field." x: Int }
      type Query { "Root." a("Place." i: I, j: I): Int }`;
    const operation = `
      query q(
        "Description."
        $a: I
        # Comment.
        $b: I
        $c: I
        $d: I
        $e: Int
        # Comment.
        $f: I @mcpParam(description: "Directive.")
      ) {
        a: a(i: $a) b: a(i: $b) c: a(i: $c) d: a(j: $d) e: a(j: { x: $e }) f: a(i: $f)
      }`;
    const { properties } = toolOf(sdl, operation).inputSchema;
    expect(Object.values(properties).map(({ description }) => description)).toEqual([
      'Description.',
      'Comment.',
      'Place.',
      'Type.',
      'Field.',
      'Directive.',
    ]);
  });

  it('describes an argument by its place in a fragment', () => {
    const { inputSchema } = toolOf(
      'type Query { a: A } type A { b("Place." c: Int): Int }',
      'query q($c: Int) { a { ...F } } fragment F on A { b(c: $c) ...F2 } fragment F2 on A { b(c: $c) }',
    );
    expect(inputSchema.properties).toEqual({
      c: { type: ['integer', 'null'], description: 'Place.' },
    });
  });
});

describe('checkArguments', () => {
  it.each([
    [
      'a name with a hyphen',
      '$a: Int @mcpParam(name: "a-b")',
      'ARGUMENT_NAME_INVALID 1:33 The argument name "a-b" is not accepted by every client.',
    ],
    [
      'a name of 65 characters',
      `$a: Int @mcpParam(name: "${'n'.repeat(65)}")`,
      `ARGUMENT_NAME_INVALID 1:33 The argument name "${'n'.repeat(65)}" has 65 characters; model APIs accept at most 64.`,
    ],
    [
      'the name __proto__',
      '$a: Int @mcpParam(name: "__proto__")',
      'ARGUMENT_NAME_RESERVED 1:33 The argument name "__proto__" is lost by clients written in JavaScript.',
    ],
    [
      'two arguments with one name',
      '$a: Int, $b: Int @mcpParam(name: "a")',
      'ARGUMENT_NAME_TAKEN 1:42 Two variables have the argument name "a".',
    ],
    [
      'an invalid header name',
      '$a: Int @mcpParam(mcpHeader: "a b")',
      'ARGUMENT_HEADER_INVALID 1:38 "a b" cannot be the header of "a": it is not a valid header name.',
    ],
    [
      'two headers that differ only in case',
      '$a: Int @mcpParam(mcpHeader: "H"), $b: Int @mcpParam(mcpHeader: "h")',
      'ARGUMENT_HEADER_INVALID 1:73 "h" cannot be the header of "b": another argument has it.',
    ],
    [
      'a header for a list',
      '$a: [Int] @mcpParam(mcpHeader: "H")',
      'ARGUMENT_HEADER_TYPE 1:40 "a" cannot be mirrored in a header: it is not text, a whole number or a boolean.',
    ],
    [
      'a header for a number with a fraction',
      '$a: Float @mcpParam(mcpHeader: "H")',
      'ARGUMENT_HEADER_TYPE 1:40 "a" cannot be mirrored in a header: it is not text, a whole number or a boolean.',
    ],
  ])('rejects %s', (_, variables, expected) => {
    const names = [...variables.matchAll(/\$(\w+): (\[?\w+\]?)/g)];
    const args = names.map(([, name, type]) => `${name}: ${type}`);
    const uses = names.map(([, name]) => `${name}: $${name}`);
    const catalog = catalogOf(`type Query { a(${args.join(', ')}): Int }`, {
      'q.graphql': `query q(${variables}) { a(${uses.join(', ')}) }`,
    });
    const errors = catalog.skipped.map(
      ({ code, place, message }) => `${code} ${place?.line}:${place?.column} ${message}`,
    );
    expect(errors).toContain(expected);
  });
});

describe('an enum without values', () => {
  it('is written as text, and rejects all values', () => {
    const schema = new GraphQLSchema({
      ...buildSchema('enum Mood type Query { a(mood: Mood): Int }').toConfig(),
      assumeValid: true,
    });
    const { inputSchema, prepareArguments } = toolOf(
      schema,
      'query q($mood: Mood) { a(mood: $mood) }',
    );
    expect(inputSchema.properties).toEqual({ mood: { type: ['string', 'null'] } });
    expect(prepareArguments({ mood: null }).ok).toBe(true);
    expect(prepareArguments({ mood: 'HAPPY' }).ok).toBe(false);
  });
});

describe('any JSON', () => {
  const sdl = `scalar JSON input Change { to: JSON! was: JSON }
    type Query { a(x: JSON!, y: JSON, list: [JSON!], change: Change): Int }`;
  const operation = `query q($x: JSON!, $y: JSON, $list: [JSON!], $change: Change) {
    a(x: $x, y: $y, list: $list, change: $change) }`;
  const right = { x: 1, y: null, list: ['a', [], {}], change: { to: false, was: null } };

  it.each(profiles)('excludes null in non-null places in profile %s', (profile) => {
    const { inputSchema, prepareArguments } = toolOf(sdl, operation, { profile });
    const validators = sdkValidatorsOf(inputSchema);
    expect(prepareArguments(right).ok).toBe(true);
    expect(profile === 'full' ? problemsOf(validators, right) : []).toEqual([]);
    for (const wrong of [{ x: null }, { list: [null] }, { change: { to: null } }]) {
      const given = { ...right, ...wrong };
      expect(prepareArguments(given).ok).toBe(false);
      expect(problemsOf(validators, given)).not.toEqual([]);
    }
  });
});
