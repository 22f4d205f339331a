import fc from 'fast-check';
import {
  buildSchema,
  parse,
  print,
  TokenKind,
  validate,
  Lexer,
  Source,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { expect, it } from 'vitest';
import { checks } from '../../src/compile/validate/checks.ts';
import { runChecks } from '../../src/compile/validate/run-checks.ts';
import { choiceLists, choicesFrom, type Choices } from '../support/choices.ts';
import { randomOperation } from '../support/random-operation.ts';
import { randomSchema } from '../support/random-schema.ts';

const numRuns = process.env['DEEP'] ? 20_000 : 400;

const rules = checks.flatMap((check) => check.rules);

const filmSchema = buildSchema(`
  directive @cost(of: Int!) repeatable on FIELD | FRAGMENT_DEFINITION | VARIABLE_DEFINITION
  enum Genre { DRAMA COMEDY }
  input Range { from: Int to: Int = 5 }
  input Pick @oneOf { id: ID name: String }
  input Filter { genre: Genre! = DRAMA years: [Range!] and: [Filter!] pick: Pick }
  interface Work { id: ID! title: String }
  type Movie implements Work { id: ID! title: String! series(first: Int = 3, pick: Pick!): [Series!] }
  type Series implements Work { id: ID! title: String movies(filter: Filter, ids: [ID!]!): [Movie] }
  union Any = Movie | Series
  type Query { movie(id: ID!): Movie works(filter: Filter, genres: [Genre!]): [Work!]! any: Any }
  type Mutation { rate(id: ID!, stars: Int!, note: String = "none"): Movie }
`);

/** Valid documents that use all features that rules check. */
const filmDocuments = [
  `query A($id: ID!, $first: Int, $pick: Pick!) { movie(id: $id) { title ...Part } }
   fragment Part on Movie { series(first: $first, pick: $pick) { id ...Inner } }
   fragment Inner on Series { movies(ids: [$id], filter: { pick: { id: $id } }) { title } }`,
  `query B($filter: Filter, $genre: Genre!, $from: Int = 1) {
     works(filter: $filter, genres: [$genre, DRAMA]) { __typename id ... on Movie { title } }
     more: works(filter: { years: [{ from: $from, to: 2 }], and: [] }) { ...Work }
   }
   fragment Work on Work { id title ...on Series { movies(ids: []) { id } } }`,
  `query C($on: Boolean!, $off: Boolean = false) {
     any { ... on Movie @include(if: $on) { title } ... on Series @skip(if: $off) { name: title } }
     movie(id: 3) @cost(of: 1) @cost(of: 2) { id }
   }`,
  `mutation D($id: ID!, $stars: Int!, $note: String) {
     rate(id: $id, stars: $stars, note: $note) { ...Rated } } fragment Rated on Movie { id title }`,
  `query E { __schema { types { name fields { name } } } __type(name: "Movie") { name } }
   query F { any { __typename } }`,
];

const pool = [
  'unknown',
  'on',
  'id',
  'title',
  'Movie',
  'Series',
  'Work',
  'Int',
  'skip',
  'if',
  'DRAMA',
];

/** Replaces, repeats or removes some tokens: most results are syntactically correct and invalid. */
function damage(text: string, choices: Choices): DocumentNode | undefined {
  const tokens = tokensOf(text);
  const names = [...pool, ...tokens.filter((token) => /^[A-Za-z_]/.test(token))];
  for (let left = 1 + choices.below(3); left > 0; left--) {
    const at = choices.below(tokens.length);
    const kind = choices.below(8);
    if (kind === 0) tokens.splice(at, 1);
    else if (kind === 1) tokens.splice(at, 0, tokens[choices.below(tokens.length)] ?? '');
    else if (/^[A-Za-z_]/.test(tokens[at] ?? '')) tokens[at] = choices.oneOf(names);
  }
  try {
    return parse(tokens.join(' '));
  } catch {
    return undefined;
  }
}

function tokensOf(text: string): string[] {
  const lexer = new Lexer(new Source(text));
  const tokens: string[] = [];
  while (lexer.advance().kind !== TokenKind.EOF) {
    tokens.push(text.slice(lexer.token.start, lexer.token.end));
  }
  return tokens;
}

function expectSameFindings(schema: GraphQLSchema, document: DocumentNode): number {
  const expected = validate(schema, document, rules, { maxErrors: Number.POSITIVE_INFINITY });
  const { violations, isComplete } = runChecks(schema, document.definitions, checks);
  expect(isComplete).toBe(true);
  expect(violations.map(({ error }) => error.toString()).sort()).toEqual(
    expected.map((error) => error.toString()).sort(),
  );
  return expected.length;
}

it('the rules report the same errors as graphql-js in damaged documents', () => {
  let [damaged, found] = [0, 0];
  const documents = fc
    .tuple(fc.constantFrom(...filmDocuments), choiceLists)
    .map(([text, list]) => damage(text, choicesFrom(list)));
  fc.assert(
    fc.property(documents, (document) => {
      if (!document) return;
      damaged += 1;
      if (expectSameFindings(filmSchema, document) > 0) found += 1;
    }),
    { numRuns },
  );
  expect(damaged).toBeGreaterThan(numRuns / 4);
  expect(found).toBeGreaterThan(numRuns / 8);
});

it('the rules report the same errors as graphql-js in operations on random schemas', () => {
  fc.assert(
    fc.property(choiceLists, choiceLists, choiceLists, (forSchema, forOperation, forDamage) => {
      const schema = randomSchema(choicesFrom(forSchema));
      const text = print(randomOperation(schema, choicesFrom(forOperation)));
      const document = damage(text, choicesFrom(forDamage));
      if (document) expectSameFindings(schema, document);
    }),
    { numRuns: numRuns / 10 },
  );
});
