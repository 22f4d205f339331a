import fc from 'fast-check';
import {
  getNamedType,
  isAbstractType,
  isInputType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isOutputType,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  validate,
  type DefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSdlSchema, type SchemaResult } from '../../src/load/sdl/build-sdl-schema.ts';
import { starterOperations } from '../../src/load/starters/starter-operations.ts';
import { choiceLists, choicesFrom, seededChoices, type Choices } from '../support/choices.ts';
import { randomSchema } from '../support/random-schema.ts';
import { lines } from './sources-folder.ts';

const schemas = choiceLists.map((list) => randomSchema(choicesFrom(list)));
const numRuns = process.env['DEEP'] ? 5_000 : 40;

function sorted(schema: GraphQLSchema): string {
  return printSchema(lexicographicSortSchema(schema));
}

/** Cuts types in two, and puts the parts in any order. */
function scatter(definitions: readonly DefinitionNode[], choices: Choices) {
  const parts = definitions.flatMap((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION && choices.rarely(2) ? cut(node, choices) : [node],
  );
  const order = parts.map((node) => ({ node, at: choices.below(1_000) }));
  return order.sort((a, b) => a.at - b.at).map(({ node }) => node);
}

function cut(node: ObjectTypeDefinitionNode, choices: Choices): readonly DefinitionNode[] {
  const { fields = [], interfaces = [] } = node;
  const at = choices.below(fields.length);
  return [
    { ...node, fields: fields.slice(0, at), interfaces: [] },
    { ...node, kind: Kind.OBJECT_TYPE_EXTENSION, fields: fields.slice(at), interfaces },
  ];
}

/** Renames uses of types, and takes fields and definitions away. */
function damage(schema: GraphQLSchema, choices: Choices): readonly DefinitionNode[] {
  const names = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
  let text = printSchema(schema);
  for (let count = choices.below(4); count >= 0; count -= 1) {
    text = choices.rarely(2)
      ? replaceOne(text, /\b(?:Thing|Has|Either)\w+/g, choices.oneOf([...names, 'Lost']), choices)
      : replaceOne(text, /^ {2}\w+: .*$/gm, '', choices);
  }
  const { definitions } = parse(text.replaceAll(/\{\s*\}/g, ''));
  const gone = choices.rarely(4) ? choices.below(definitions.length) : -1;
  return definitions.filter((_, index) => index !== gone);
}

function replaceOne(text: string, what: RegExp, by: string, choices: Choices): string {
  const places = [...text.matchAll(what)];
  const place = places[choices.below(places.length)];
  if (!place) return text;
  return text.slice(0, place.index) + by + text.slice(place.index + place[0].length);
}

/** What compiling relies on: abstract types and their members fit together. */
function contradictions(schema: GraphQLSchema): readonly string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const own = type.getFields();
    const bad = Object.values(own).filter(
      (field) => !isOutputType(field.type) || field.args.some((arg) => !isInputType(arg.type)),
    );
    const broken = type
      .getInterfaces()
      .flatMap((one) => Object.values(one.getFields()))
      .filter((promised) => !fits(schema, own[promised.name]?.type, promised.type));
    return [...bad, ...broken].map(({ name }) => `${type.name}.${name}`);
  });
}

/** Whether what is selected in one type can be selected in the other. */
function fits(schema: GraphQLSchema, own: unknown, promised: GraphQLOutputType): boolean {
  const mine = getNamedType(own as GraphQLOutputType | undefined);
  const theirs = getNamedType(promised);
  if (mine === theirs || (isLeafType(mine) && isLeafType(theirs))) return true;
  const objects = isObjectType(mine) || isInterfaceType(mine);
  return objects && isAbstractType(theirs) && schema.isSubType(theirs, mine);
}

/** What is wrong with a result: a schema that is not to be relied on, or an unclear error. */
function verdictOn(result: SchemaResult): readonly string[] {
  if (result.ok) {
    const errors = validate(result.schema, parse('{ __typename }')).map(({ message }) => message);
    return [...contradictions(result.schema), ...errors];
  }
  const codes = result.diagnostics.filter(({ severity }) => severity === 'error');
  return clearErrors.includes(codes.at(-1)?.code ?? '') ? [] : lines(result.diagnostics);
}

const clearErrors = ['SCHEMA_NO_QUERY', 'SCHEMA_INTERFACE_CONTRADICTED'];

describe('random schemas', () => {
  it('load the same schema for every distribution of definitions over files', () => {
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const parts = scatter(parse(printSchema(schema)).definitions, seededChoices(seed));
        const result = buildSdlSchema(parts);
        expect(lines(result.diagnostics)).toEqual([]);
        expect(result.ok && sorted(result.schema)).toBe(sorted(schema));
      }),
      { numRuns },
    );
  });

  it('load a usable schema or report a clear error if damaged', () => {
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const result = buildSdlSchema(damage(schema, seededChoices(seed)));
        expect(verdictOn(result)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('have valid starter operations', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        for (const { text } of starterOperations(schema).operations) {
          const document = parse(text);
          expect(validate(schema, document)).toEqual([]);
          expect(`${print(document)}\n`).toBe(text.replaceAll(/^ *#.*\n/gm, ''));
        }
      }),
      { numRuns },
    );
  });
});
