import { parse, printSchema, Source, validate, validateSchema, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSdlSchema } from '../../src/load/sdl/build-sdl-schema.ts';
import { lines } from './sources-folder.ts';

/** Builds the schema of SDL files, given by name. */
function build(files: Readonly<Record<string, string>>) {
  const definitions = Object.entries(files).flatMap(
    ([name, text]) => parse(new Source(text, name)).definitions,
  );
  const result = buildSdlSchema(definitions);
  return {
    schema: result.ok ? result.schema : undefined,
    found: lines(result.diagnostics),
    printed: result.ok ? printSchema(result.schema) : undefined,
  };
}

function errorsOf(schema: GraphQLSchema | undefined, operation: string): readonly string[] {
  if (!schema) throw new Error('no schema');
  return validate(schema, parse(operation)).map(({ message }) => message);
}

const query = 'type Query { a: Int }';

describe('buildSdlSchema', () => {
  it('merges definitions and extensions of all files in any order', () => {
    const { printed, found } = build({
      '1.graphql':
        'extend type Query @tag { b(c: In): U } directive @tag on OBJECT | SCALAR extend enum E { Y } extend union U = V extend input In { y: Int } extend interface N { m: Int }',
      '2.graphql': `"""The root.""" ${query} enum E { X } union U = T input In { x: Int! } type T { t: E } type V implements N { m: Int n: Int } interface N { n: Int } extend scalar S @tag scalar S`,
    });
    expect(found).toEqual([]);
    expect(printed).toMatchInlineSnapshot(`
      "directive @tag on OBJECT | SCALAR

      """The root."""
      type Query {
        a: Int
        b(c: In): U
      }

      enum E {
        X
        Y
      }

      union U = T | V

      input In {
        x: Int!
        y: Int
      }

      type T {
        t: E
      }

      type V implements N {
        m: Int
        n: Int
      }

      interface N {
        n: Int
        m: Int
      }

      scalar S"
    `);
  });

  it('keeps descriptions, directives and places', () => {
    const { schema } = build({
      'a.graphql': 'extend type Query {\n  "Counts." b: Int @deprecated(reason: "old")\n}',
      'b.graphql': `"""The root."""\n${query}`,
    });
    const type = schema?.getQueryType();
    expect(type?.description).toBe('The root.');
    const field = type?.getFields()['b'];
    expect(field).toMatchObject({ description: 'Counts.', deprecationReason: 'old' });
    expect(field?.astNode?.loc?.startToken).toMatchObject({ line: 2, column: 3 });
    expect(field?.astNode?.loc?.source.name).toBe('a.graphql');
  });

  it('uses an extension without a base as the definition', () => {
    const { printed, found } = build({
      'a.graphql': 'extend type Query { a: Int }',
      'b.graphql': 'extend type Query { b: Int }',
    });
    expect(found).toEqual([
      'a.graphql:1:1: warning SCHEMA_EXTENSION_WITHOUT_BASE: "Query" is extended, but never defined; the extension is used as its definition. Write the first `extend` of "Query" without `extend`, or add the file that defines it.',
    ]);
    expect(printed).toBe('type Query {\n  a: Int\n  b: Int\n}');
  });

  it('uses the first of fields, arguments and values that are defined twice', () => {
    const { printed, found } = build({
      'a.graphql':
        'type Query {\n  a: Int\n  a: Int\n  b(c: Int, c: String): E\n}\nenum E { X X }\ninput I { i: Int i: [Int] }',
      'b.graphql': 'extend type Query { a: String }',
    });
    expect(found).toEqual([
      'a.graphql:3:3: warning SCHEMA_MEMBER_DUPLICATE: "Query.a" is defined twice; the first definition is used (a.graphql:2:3). Remove one of the definitions.',
      'a.graphql:4:13: warning SCHEMA_MEMBER_DUPLICATE: "Query.b.c" is defined twice, differently; the first definition is used (a.graphql:4:5). Remove one of the definitions.',
      'a.graphql:6:12: warning SCHEMA_MEMBER_DUPLICATE: "E.X" is defined twice; the first definition is used (a.graphql:6:10). Remove one of the definitions.',
      'a.graphql:7:18: warning SCHEMA_MEMBER_DUPLICATE: "I.i" is defined twice, differently; the first definition is used (a.graphql:7:11). Remove one of the definitions.',
      'b.graphql:1:21: warning SCHEMA_MEMBER_DUPLICATE: "Query.a" is defined twice, differently; the first definition is used (a.graphql:2:3). Remove one of the definitions.',
    ]);
    expect(printed).toMatchInlineSnapshot(`
      "type Query {
        a: Int
        b(c: Int): E
      }

      enum E {
        X
      }

      input I {
        i: Int
      }"
    `);
  });

  it('merges types that are defined twice, and reports shared members once', () => {
    const { printed, found } = build({
      'a.graphql': query,
      'copy.graphql': 'type Query { a: Int b: Int }',
    });
    expect(found).toEqual([
      'copy.graphql:1:1: warning SCHEMA_TYPE_DUPLICATE: "Query" is defined again; the definitions are merged with the first at a.graphql:1:1. Check that the `schema` globs match no file twice, or write `extend` for the second definition.',
    ]);
    expect(printed).toBe('type Query {\n  a: Int\n  b: Int\n}');
  });

  it('keeps the first of two kinds of type with one name, and reports the other', () => {
    const { printed, found } = build({
      'a.graphql': `${query} enum A { X }`,
      'b.graphql': 'type A { a: Int } extend type A { b: Int }',
    });
    expect(found).toEqual([
      'b.graphql:1:1: error SCHEMA_TYPE_CONFLICT: "A" is defined as an object type here, but as an enum at a.graphql:1:23. Rename one of them, or remove the outdated one.',
      'b.graphql:1:19: error SCHEMA_TYPE_CONFLICT: "A" is defined as an object type here, but as an enum at a.graphql:1:23. Rename one of them, or remove the outdated one.',
    ]);
    expect(printed).toBe('type Query {\n  a: Int\n}\n\nenum A {\n  X\n}');
  });

  it('turns undefined types into custom scalars', () => {
    const { schema, found } = build({
      'a.graphql':
        'type Query {\n  films(after: Cursor): [Film!]\n  at: DateTime\n  then: DateTime\n}\ntype Fim { id: ID }',
    });
    expect(found).toEqual([
      'a.graphql:2:16: warning SCHEMA_TYPE_MISSING: Type "Cursor" is not defined; it becomes a custom scalar. Write `scalar Cursor`, or add the file that defines it.',
      'a.graphql:2:26: warning SCHEMA_TYPE_MISSING: Type "Film" is not defined; it becomes a custom scalar. Did you mean "Fim"? Write `scalar Film`, or add the file that defines it.',
      'a.graphql:3:7: warning SCHEMA_TYPE_MISSING: Type "DateTime" is not defined; it becomes a custom scalar. Write `scalar DateTime`, or add the file that defines it.',
    ]);
    expect(errorsOf(schema, 'query A($a: Cursor) { films(after: $a) at }')).toEqual([]);
  });

  it('omits members whose type is not allowed there', () => {
    const { printed, found } = build({
      'a.graphql': `type Query implements None & Query2 {
  a(b: Out, c: Int): Int
  d: In
}
type Query2 { a: Out }
type Out { o: Int }
input In { i: Int o: Out }
union U = Out | In | Nobody`,
    });
    expect(found).toEqual([
      'a.graphql:1:23: warning SCHEMA_TYPE_MISUSED: "Query" names "None", which is not defined; the interface is omitted. Correct the type: a type implements interfaces.',
      'a.graphql:1:30: warning SCHEMA_TYPE_MISUSED: "Query" names "Query2", which is an object type; the interface is omitted. Correct the type: a type implements interfaces.',
      'a.graphql:2:8: warning SCHEMA_TYPE_MISUSED: "Query.a.b" is of type "Out", an object type; the argument or input field is omitted. Correct the type: an argument or input field needs a scalar, an enum or an input type.',
      'a.graphql:3:6: warning SCHEMA_TYPE_MISUSED: "Query.d" is of type "In", an input type; the field is omitted. Correct the type: a field needs an output type.',
      'a.graphql:7:22: warning SCHEMA_TYPE_MISUSED: "In.o" is of type "Out", an object type; the argument or input field is omitted. Correct the type: an argument or input field needs a scalar, an enum or an input type.',
      'a.graphql:8:17: warning SCHEMA_TYPE_MISUSED: "U" names "In", which is an input type; the member is omitted. Correct the type: a union has object types as members.',
      'a.graphql:8:22: warning SCHEMA_TYPE_MISUSED: "U" names "Nobody", which is not defined; the member is omitted. Correct the type: a union has object types as members.',
    ]);
    expect(printed).toMatchInlineSnapshot(`
      "type Query {
        a(c: Int): Int
      }

      type Query2 {
        a: Out
      }

      type Out {
        o: Int
      }

      input In {
        i: Int
      }

      union U = Out"
    `);
  });

  it('adds missing members of interfaces', () => {
    const { schema, found, printed } = build({
      'a.graphql': `type Query { n: Node }
interface Node { id: ID! self: Node }
interface Named implements Node { id: ID! self: Named name: String }
type A implements Node & Named { name: String! }
type B implements Named { id: Int! name: [String] self: A }`,
    });
    const incomplete = 'warning SCHEMA_INTERFACE_INCOMPLETE';
    expect(found).toEqual([
      `a.graphql:4:1: ${incomplete}: "A" lacks field "id", which an interface of it has; it is served as if it did. Correct the type or its interface.`,
      `a.graphql:4:1: ${incomplete}: "A" lacks field "self", which an interface of it has; it is served as if it did. Correct the type or its interface.`,
      `a.graphql:5:1: ${incomplete}: "B" does not implement "Node", though an interface of it does; it is served as if it did. Correct the type or its interface.`,
      expect.stringContaining('SCHEMA_INVALID: Interface field Named.id expects type ID! but B.id'),
      expect.stringContaining('SCHEMA_INVALID: Interface field Named.name expects type String but'),
      expect.stringContaining('SCHEMA_INVALID: Interface field Node.id expects type ID! but B.id'),
    ]);
    expect(printed).toMatchInlineSnapshot(`
      "type Query {
        n: Node
      }

      interface Node {
        id: ID!
        self: Node
      }

      interface Named implements Node {
        id: ID!
        self: Named
        name: String
      }

      type A implements Node & Named {
        name: String!
        id: ID!
        self: Named
      }

      type B implements Named & Node {
        id: Int!
        name: [String]
        self: A
      }"
    `);
    expect(errorsOf(schema, '{ n { id self { id } ... on A { self { name } } } }')).toEqual([]);
  });

  it('rejects a type that contradicts its interface', () => {
    const { schema, found } = build({
      'a.graphql': `type Query { n: Node }
interface Node { self: Node all: Any leaf: Int }
union Any = A
type A implements Node { self: B all: [A] leaf: A }
type B { b: Int }
interface Other { self: B }
type C implements Node & Other { all: Any leaf: String }`,
    });
    expect(schema).toBeUndefined();
    const hint = 'Correct the type or its interface: no server runs with such a schema.';
    expect(found.filter((line) => line.includes('error'))).toEqual([
      `a.graphql:4:26: error SCHEMA_INTERFACE_CONTRADICTED: "A.self" is B, which is incompatible with Node of an interface of "A". ${hint}`,
      `a.graphql:4:43: error SCHEMA_INTERFACE_CONTRADICTED: "A.leaf" is A, which is incompatible with Int of an interface of "A". ${hint}`,
      `a.graphql:2:18: error SCHEMA_INTERFACE_CONTRADICTED: "C.self" is Node, which is incompatible with B of an interface of "C". ${hint}`,
    ]);
  });

  it('warns about other violations of the specification and keeps them', () => {
    const { schema, found } = build({
      'a.graphql': `type Query implements I { a: Int __b: Int }
interface I { a: Int! }
type Empty`,
    });
    const hint =
      'No action is needed unless an operation fails because of it; report it to the API owner.';
    expect(found).toEqual([
      `a.graphql:1:34: warning SCHEMA_INVALID: Name "__b" must not begin with "__", which is reserved by GraphQL introspection. ${hint}`,
      `a.graphql:2:18: warning SCHEMA_INVALID: Interface field I.a expects type Int! but Query.a is type Int. ${hint}`,
      `a.graphql:3:1: warning SCHEMA_INVALID: Type Empty must define one or more fields. ${hint}`,
    ]);
    expect(errorsOf(schema, '{ a __b }')).toEqual([]);
    expect(validateSchema(schema!)).toEqual([]);
  });

  it('keeps undeclared directives, and reports each once', () => {
    const { schema, found } = build({
      'a.graphql': `directive @length(min: Int) on ARGUMENT_DEFINITION
type Query {
  a(b: String @constraint(maxLength: 3), c: Int @constraint(max: 1)): Int @auth @deprecated(reazon: "x")
  d(e: String @length(min: 1, mx: 2), f: String @length(mx: 2)): Int
}
directive @length(max: Int) on FIELD_DEFINITION
enum E { X @lenght }`,
    });
    const silence = (name: string) =>
      `Nothing needs to be done; a line \`directive @${name} …\` in a schema file silences this.`;
    expect(found).toEqual([
      `a.graphql:3:15: warning SCHEMA_DIRECTIVE_UNDECLARED: Directive "@constraint" is not declared. ${silence('constraint')}`,
      `a.graphql:3:75: warning SCHEMA_DIRECTIVE_UNDECLARED: Directive "@auth" is not declared. ${silence('auth')}`,
      'a.graphql:3:93: warning SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED: Directive "@deprecated" declares no argument "reazon". Did you mean "reason"? Correct the name, or add it to the declaration of the directive.',
      'a.graphql:4:31: warning SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED: Directive "@length" declares no argument "mx". Correct the name, or add it to the declaration of the directive.',
      'a.graphql:6:1: warning SCHEMA_DIRECTIVE_DUPLICATE: Directive "@length" is declared twice; the first declaration is used. Remove one of the declarations.',
      `a.graphql:7:12: warning SCHEMA_DIRECTIVE_UNDECLARED: Directive "@lenght" is not declared. Did you mean "length"? ${silence('lenght')}`,
    ]);
    const [argument] = schema?.getQueryType()?.getFields()['a']?.args ?? [];
    expect(argument?.astNode?.directives?.[0]?.name.value).toBe('constraint');
  });

  it('reports misplaced directives once per location', () => {
    const { found } = build({
      'a.graphql': `directive @own on OBJECT | FIELD_DEFINITION
extend schema @own
type Query @own { a(b: Int @own, c: Int @own): Int @own d(b: Int @deprecated): T e: E }
type T @deprecated(reason: "old") { a: Int @deprecated }
input I @oneOf { a: Int @own }
enum E @oneOf { X @deprecated Y @own }`,
    });
    const move = 'Move it to where it has an effect, or remove it.';
    const declared = 'declared on OBJECT | FIELD_DEFINITION. Move it, or add';
    // newer releases of graphql let it stand there, too
    expect(found.map((line) => line.replace(' | DIRECTIVE_DEFINITION', ''))).toEqual([
      `a.graphql:2:15: warning SCHEMA_DIRECTIVE_MISPLACED: Directive "@own" is used on SCHEMA, but ${declared} SCHEMA to its declaration.`,
      `a.graphql:3:28: warning SCHEMA_DIRECTIVE_MISPLACED: Directive "@own" is used on ARGUMENT_DEFINITION, but ${declared} ARGUMENT_DEFINITION to its declaration.`,
      `a.graphql:4:8: warning SCHEMA_DIRECTIVE_MISPLACED: Directive "@deprecated" is used on OBJECT, but declared on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE. ${move}`,
      `a.graphql:5:25: warning SCHEMA_DIRECTIVE_MISPLACED: Directive "@own" is used on INPUT_FIELD_DEFINITION, but ${declared} INPUT_FIELD_DEFINITION to its declaration.`,
      `a.graphql:6:8: warning SCHEMA_DIRECTIVE_MISPLACED: Directive "@oneOf" is used on ENUM, but declared on INPUT_OBJECT. ${move}`,
      `a.graphql:6:33: warning SCHEMA_DIRECTIVE_MISPLACED: Directive "@own" is used on ENUM_VALUE, but ${declared} ENUM_VALUE to its declaration.`,
    ]);
  });

  it('suggests names for the first 25 unknown names of thousands', () => {
    const many = (write: (n: number) => string) =>
      Array.from({ length: 3_000 }, (_, n) => write(n));
    const { found } = build({
      'a.graphql': [
        ...many((n) => `directive @known${n}(a${n}: Int) on OBJECT type Known${n} { a: Int }`),
        `type Query { ${many((n) => `a${n}(b: Int @knwon${n} @known0(b${n}: 1)): Knwon${n}`).join(' ')} }`,
      ].join('\n'),
    });
    expect(found.filter((line) => line.includes('Did you mean')).length).toBe(39);
    expect(found.filter((line) => line.includes('2975 more diagnostics'))).toHaveLength(3);
  });

  it('defines types that only directives use', () => {
    const { found } = build({
      'a.graphql': `${query} directive @auth(requires: Role = USER) on OBJECT`,
    });
    expect(found).toEqual([
      'a.graphql:1:49: warning SCHEMA_TYPE_MISSING: Type "Role" is not defined; it becomes a custom scalar. Write `scalar Role`, or add the file that defines it.',
    ]);
  });

  it('reports types that redefine built-in ones as another kind', () => {
    const { schema, found } = build({
      'a.graphql': `type Query implements Int { a: Int } interface Int { b: Boolean }`,
    });
    expect(found).toEqual([
      'a.graphql:1:23: warning SCHEMA_TYPE_MISUSED: "Query" names "Int", which is a scalar; the interface is omitted. Correct the type: a type implements interfaces.',
      'a.graphql:1:38: error SCHEMA_TYPE_CONFLICT: "Int" is defined as an interface here, but as a scalar, built in. Rename one of them, or remove the outdated one.',
    ]);
    expect(errorsOf(schema, '{ a }')).toEqual([]);
  });

  it('ignores definitions of built-in types', () => {
    const { found, schema } = build({
      'a.graphql': `${query} scalar ID scalar String directive @skip(if: Boolean!) on FIELD type __Type { name: String }`,
    });
    expect(found).toEqual([]);
    expect(errorsOf(schema, '{ a __type(name: "A") { kind } }')).toEqual([]);
  });

  it('warns about operations in a schema file', () => {
    const { found } = build({ 'a.graphql': `${query}\nquery A { a }\n{ b }` });
    expect(found).toEqual([
      'a.graphql:2:1: warning SCHEMA_FILE_HAS_OPERATIONS: A schema file has operations or fragments, which are ignored. Move them to a file that the `operations` globs match.',
    ]);
  });

  it('rejects what graphql cannot build', () => {
    const { schema, found } = build({
      'a.graphql': 'type Query { a: Int @deprecated(reason: 1) }',
    });
    expect(schema).toBeUndefined();
    // graphql 16 and 17 word it differently
    expect(found).toEqual([
      expect.stringMatching(
        /^a\.graphql:1:41: error SCHEMA_UNUSABLE: Argument .*reason.* has invalid value.* 1\. Correct the schema at this place\.$/,
      ),
    ]);
  });

  it('lists 25 warnings of one code and counts the rest', () => {
    const fields = Array.from({ length: 40 }, (_, index) => `f${index}: Lost${index}Type`).join(
      '\n',
    );
    const { found } = build({ 'a.graphql': `type Query {\n${fields}\n}` });
    expect(found).toHaveLength(26);
    expect(found.at(-1)).toBe(
      'warning SCHEMA_TYPE_MISSING: 15 more diagnostics with this code. Fix the listed ones to see the others.',
    );
  });

  it('accepts names of inherited properties', () => {
    const { found, schema } = build({
      'a.graphql':
        'type Query { constructor: __proto__ toString: constructor } type __proto__ { __proto__: Int } type constructor { valueOf: Int }',
    });
    expect(found).toEqual([
      expect.stringContaining('SCHEMA_INVALID: Name "__proto__" must not begin'),
      expect.stringContaining('SCHEMA_INVALID: Name "__proto__" must not begin'),
    ]);
    expect(errorsOf(schema, '{ constructor { __proto__ } toString { valueOf } }')).toEqual([]);
  });
});

describe('root types', () => {
  it('may have other names, in any file', () => {
    const { schema, found } = build({
      'a.graphql': 'schema { query: RootQuery } type RootQuery { a: Int } type Mutation { m: Int }',
      'b.graphql': 'extend schema { subscription: Events } type Events { e: Int }',
    });
    expect(found).toEqual([]);
    expect(schema?.getQueryType()?.name).toBe('RootQuery');
    expect(schema?.getMutationType()).toBeUndefined();
    expect(schema?.getSubscriptionType()?.name).toBe('Events');
  });

  it('have the default names with only an extension of the schema', () => {
    const { schema, found } = build({
      'a.graphql': `extend schema { mutation: M } type M { m: Int } ${query}`,
    });
    expect(found).toEqual([]);
    expect(schema?.getQueryType()?.name).toBe('Query');
    expect(schema?.getMutationType()?.name).toBe('M');
  });

  it.each([
    [
      '',
      'error SCHEMA_NO_QUERY: The schema files define no types. Let the `schema` globs match the SDL of the API.',
    ],
    [
      'type Qery { a: Int }',
      'error SCHEMA_NO_QUERY: The schema has no query type: no type is called "Query", and no `schema { query: … }` names one. Add the file that defines it, or name it. Did you mean "Qery"?',
    ],
    [
      'type RootQuery { a: Int }\nschema { query: RootQuerry }',
      'a.graphql:2:17: error SCHEMA_NO_QUERY: The query type "RootQuerry" is not defined. Correct the name, or add the file that defines it. Did you mean "RootQuery"?',
    ],
    [
      'enum Query { A }',
      'a.graphql:1:1: error SCHEMA_NO_QUERY: The query type "Query" is not an object type. Correct the name, or add the file that defines it.',
    ],
    [
      'type M { a: Int }\nschema { mutation: M }',
      'a.graphql:2:1: error SCHEMA_NO_QUERY: The schema has no query type: no type is called "Query", and no `schema { query: … }` names one. Add the file that defines it, or name it.',
    ],
  ])('require a query type: %s', (text, expected) => {
    const { schema, found } = build(text === '' ? {} : { 'a.graphql': text });
    expect(schema).toBeUndefined();
    expect(found).toEqual([expected]);
  });

  it('are those of the first of several `schema` definitions', () => {
    const { schema, found } = build({
      '1.graphql': 'extend schema { subscription: C } schema { query: A }',
      '2.graphql':
        'schema { query: B mutation: B } type A { a: Int } type B { b: Int } type C { c: Int }',
    });
    const roots = [
      schema?.getQueryType(),
      schema?.getMutationType(),
      schema?.getSubscriptionType(),
    ];
    expect(roots.map((type) => type?.name)).toEqual(['A', 'B', 'C']);
    expect(found).toEqual([
      '2.graphql:1:1: warning SCHEMA_DEFINITION_DUPLICATE: `schema { … }` is written again, after 1.graphql:1:35; where the two name a root type differently, the first counts. Keep one of them, or write `extend schema` for the second.',
      '2.graphql:1:17: warning SCHEMA_MEMBER_DUPLICATE: The query type is named again, as "B"; the first, "A", is used. Remove one of the definitions.',
    ]);
  });

  it('are omitted if they are not object types', () => {
    const { schema, found } = build({
      'a.graphql': `schema { query: Query mutation: Mutaton subscription: S } ${query} type Mutation { a: Int } input S { a: Int }`,
    });
    expect(found).toEqual([
      'a.graphql:1:33: warning SCHEMA_ROOT_INVALID: The mutation type "Mutaton" is not defined; the schema has no mutations. Define it, or remove it from `schema { … }`. Did you mean "Mutation"?',
      'a.graphql:1:55: warning SCHEMA_ROOT_INVALID: The subscription type "S" is not an object type; the schema has no subscriptions. Define it, or remove it from `schema { … }`.',
    ]);
    expect(schema?.getMutationType()).toBeUndefined();
  });
});

describe('federation', () => {
  it('version 1 subgraphs need no declarations', () => {
    const { schema, found } = build({
      'a.graphql': `extend type Query { me: User _entities(representations: [_Any!]!): [_Entity]! _service: _Service! }
extend type User @key(fields: "id") { id: ID! @external name: String @requires(fields: "id") }
type Review @key(fields: "id") @key(fields: "body") { id: ID! body: String author: User @provides(fields: "name") }`,
      'b.graphql': 'extend type User @key(fields: "id") { id: ID! @external }',
    });
    expect(found).toEqual([]);
    expect(
      errorsOf(
        schema,
        '{ me { id } _service { sdl } _entities(representations: []) { ... on User { id } ... on Review { id } } }',
      ),
    ).toEqual([]);
  });

  it('version 2 subgraphs need no declarations', () => {
    const { found } = build({
      'a.graphql': `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "FieldSet", { name: "@shareable", as: "@share" }])
type Query { a: A @federation__authenticated @tag(name: "x") }
type A @key(fields: "id") @share { id: ID! @inaccessible f: federation__FieldSet g: link__Import }
directive @key(fields: FieldSet!) repeatable on OBJECT | INTERFACE`,
    });
    expect(found).toEqual([]);
  });

  it('does not excuse unknown directives', () => {
    const { found } = build({
      'a.graphql': `type Query { a: A } type A @key(fields: "id") @mine { id: Missing }`,
    });
    expect(found).toEqual([
      'a.graphql:1:47: warning SCHEMA_DIRECTIVE_UNDECLARED: Directive "@mine" is not declared. Nothing needs to be done; a line `directive @mine …` in a schema file silences this.',
      'a.graphql:1:59: warning SCHEMA_TYPE_MISSING: Type "Missing" is not defined; it becomes a custom scalar. Write `scalar Missing`, or add the file that defines it.',
    ]);
  });
});
