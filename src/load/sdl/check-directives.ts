import {
  DirectiveLocation,
  specifiedDirectives,
  type ConstDirectiveNode,
  type DirectiveDefinitionNode,
  type TypeDefinitionNode,
  Kind,
} from 'graphql';
import { type didYouMean, suggestFew } from '../../core/suggest.ts';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import type { Declarations } from './declarations.ts';
import type { Federation } from './federation.ts';
import type { Report } from './merge-types.ts';

/** Returns the declarations of directives, the first of each name; reports the others. */
export function uniqueDirectives(
  directives: Declarations['directives'],
  report: Report,
): readonly DirectiveDefinitionNode[] {
  return [...directives.values()].flatMap(([first, ...others]) => {
    for (const other of others) report(repeated(other));
    return first ?? [];
  });
}

/**
 * Reports incorrect uses of directives. Nothing is removed: an undeclared directive describes a
 * constraint as well as a declared one.
 *
 * Each undeclared directive, undeclared argument, and location that the declaration does not list
 * is one warning at its first use.
 */
export function checkDirectives(
  roots: Declarations['roots'],
  definitions: readonly DirectiveDefinitionNode[],
  types: ReadonlyMap<string, TypeDefinitionNode>,
  federation: Federation,
  report: Report,
): void {
  const declarations = declarationsOf(definitions);
  const reported = new Set<string>();
  const checking: Checking = { reported, report, suggest: suggestFew() };
  const check: VisitDirective = (use, location) => {
    const name = use.name.value;
    const declared = declarations.get(name);
    if (declared) {
      checkLocation(use, location, declared, checking);
      return checkArguments(use, declared, checking);
    }
    if (reported.has(name) || federation.declares(name)) return;
    reported.add(name);
    report(undeclared(use, checking.suggest(name, declarations.keys())));
  };
  for (const { directives = [] } of roots) {
    for (const use of directives) check(use, DirectiveLocation.SCHEMA);
  }
  for (const type of types.values()) visitDirectives(type, check);
}

interface Checking {
  /** Keys of the reported warnings. */
  readonly reported: Set<string>;
  readonly report: Report;
  readonly suggest: typeof didYouMean;
}

/** The declaration of a directive. */
interface DeclaredDirective {
  readonly args: ReadonlySet<string>;
  readonly locations: readonly string[];
  readonly isBuiltIn: boolean;
}

function declarationsOf(
  definitions: readonly DirectiveDefinitionNode[],
): ReadonlyMap<string, DeclaredDirective> {
  const declared = new Map<string, DeclaredDirective>();
  for (const { name, args, locations } of specifiedDirectives)
    declared.set(name, { args: new Set(args.map((arg) => arg.name)), locations, isBuiltIn: true });
  for (const { name, arguments: args = [], locations } of definitions) {
    declared.set(name.value, {
      args: new Set(args.map((arg) => arg.name.value)),
      locations: locations.map(({ value }) => value),
      isBuiltIn: false,
    });
  }
  return declared;
}

function checkLocation(
  use: ConstDirectiveNode,
  location: DirectiveLocation,
  { locations, isBuiltIn }: DeclaredDirective,
  { reported, report }: Checking,
): void {
  if (locations.includes(location)) return;
  const name = use.name.value;
  const key = `${name} on ${location}`;
  if (reported.has(key)) return;
  reported.add(key);
  report(
    loadDiagnostic(
      'SCHEMA_DIRECTIVE_MISPLACED',
      `Directive "@${name}" is used on ${location}, but declared on ${locations.join(' | ')}.`,
      {
        hint: isBuiltIn
          ? 'Move it to where it has an effect, or remove it.'
          : `Move it, or add ${location} to its declaration.`,
        place: placeOf(use),
      },
    ),
  );
}

function checkArguments(
  use: ConstDirectiveNode,
  { args }: DeclaredDirective,
  { reported, report, suggest }: Checking,
): void {
  for (const argument of use.arguments ?? []) {
    const key = `${use.name.value}(${argument.name.value}:)`;
    if (args.has(argument.name.value) || reported.has(key)) continue;
    reported.add(key);
    report(
      loadDiagnostic(
        'SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED',
        `Directive "@${use.name.value}" declares no argument "${argument.name.value}".${suggest(argument.name.value, args)}`,
        { place: placeOf(argument) },
      ),
    );
  }
}

function undeclared(use: ConstDirectiveNode, suggestion: string) {
  const name = use.name.value;
  return loadDiagnostic(
    'SCHEMA_DIRECTIVE_UNDECLARED',
    `Directive "@${name}" is not declared.${suggestion}`,
    {
      hint: `Nothing needs to be done; a line \`directive @${name} …\` in a schema file silences this.`,
      place: placeOf(use),
    },
  );
}

function repeated(again: DirectiveDefinitionNode) {
  return loadDiagnostic(
    'SCHEMA_DIRECTIVE_DUPLICATE',
    `Directive "@${again.name.value}" is declared twice; the first declaration is used.`,
    { place: placeOf(again) },
  );
}

/** A part of a definition that may carry directives. */
interface Carrier {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
  readonly arguments?: readonly Carrier[] | undefined;
}

/** Visits a directive and its location. */
type VisitDirective = (use: ConstDirectiveNode, location: DirectiveLocation) => void;

/** Visits every directive of a type, its members and their arguments. */
function visitDirectives(node: TypeDefinitionNode, visit: VisitDirective): void {
  const [own, ofMembers] = locations[node.kind];
  visitAt(node, own, visit);
  for (const member of membersOf(node)) {
    visitAt(member, ofMembers, visit);
    for (const argument of member.arguments ?? []) {
      visitAt(argument, DirectiveLocation.ARGUMENT_DEFINITION, visit);
    }
  }
}

function visitAt(
  { directives }: Carrier,
  location: DirectiveLocation,
  visit: VisitDirective,
): void {
  if (directives) for (const use of directives) visit(use, location);
}

/** The directive locations of a type, and of its fields or values. */
const locations = {
  [Kind.OBJECT_TYPE_DEFINITION]: [DirectiveLocation.OBJECT, DirectiveLocation.FIELD_DEFINITION],
  [Kind.INTERFACE_TYPE_DEFINITION]: [
    DirectiveLocation.INTERFACE,
    DirectiveLocation.FIELD_DEFINITION,
  ],
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: [
    DirectiveLocation.INPUT_OBJECT,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
  ],
  [Kind.ENUM_TYPE_DEFINITION]: [DirectiveLocation.ENUM, DirectiveLocation.ENUM_VALUE],
  [Kind.SCALAR_TYPE_DEFINITION]: [DirectiveLocation.SCALAR, DirectiveLocation.SCALAR],
  [Kind.UNION_TYPE_DEFINITION]: [DirectiveLocation.UNION, DirectiveLocation.UNION],
} as const satisfies Record<
  TypeDefinitionNode['kind'],
  readonly [own: DirectiveLocation, ofMembers: DirectiveLocation]
>;

const none: readonly Carrier[] = [];

function membersOf(node: TypeDefinitionNode): readonly Carrier[] {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return node.fields ?? none;
    case Kind.ENUM_TYPE_DEFINITION:
      return node.values ?? none;
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.UNION_TYPE_DEFINITION:
      return none;
  }
}
