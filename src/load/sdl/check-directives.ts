import {
  specifiedDirectives,
  type ConstDirectiveNode,
  type DirectiveDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql';
import { didYouMean } from '../../core/suggest.ts';
import { finding } from '../finding.ts';
import { placeOf } from '../place-of.ts';
import type { Declarations } from './declarations.ts';
import { directiveUses } from './directive-uses.ts';
import type { Federation } from './federation.ts';
import type { Report } from './merge-types.ts';

/**
 * Gives the directive definitions, each once, and reports what schemas found in the wild do wrong
 * with directives. Nothing is taken away: a directive nobody declared describes a constraint as well as
 * one that is.
 *
 * Each undeclared directive, and each undeclared argument of one, is one warning at its first use.
 */
export function checkDirectives(
  declarations: Declarations,
  types: ReadonlyMap<string, TypeDefinitionNode>,
  federation: Federation,
  report: Report,
): readonly DirectiveDefinitionNode[] {
  const definitions = uniqueDefinitions(declarations.directives, report);
  const known = knownArguments(definitions);
  const reported = new Set<string>();
  const check = (use: ConstDirectiveNode): void => {
    const name = use.name.value;
    const declared = known.get(name);
    if (declared) return checkArguments(use, declared, reported, report);
    if (reported.has(name) || federation.declares(name)) return;
    reported.add(name);
    report(undeclared(use, known.keys()));
  };
  for (const root of declarations.roots) root.directives?.forEach(check);
  for (const type of types.values()) for (const use of directiveUses(type)) check(use);
  return definitions;
}

function uniqueDefinitions(
  directives: Declarations['directives'],
  report: Report,
): readonly DirectiveDefinitionNode[] {
  return [...directives.values()].flatMap(([first, ...others]) => {
    for (const other of others) report(repeated(other));
    return first ?? [];
  });
}

function knownArguments(definitions: readonly DirectiveDefinitionNode[]) {
  const known = new Map<string, ReadonlySet<string>>();
  for (const { name, args } of specifiedDirectives)
    known.set(name, new Set(args.map((arg) => arg.name)));
  for (const { name, arguments: args = [] } of definitions) {
    known.set(name.value, new Set(args.map((arg) => arg.name.value)));
  }
  return known;
}

function checkArguments(
  use: ConstDirectiveNode,
  declared: ReadonlySet<string>,
  reported: Set<string>,
  report: Report,
): void {
  for (const argument of use.arguments ?? []) {
    const key = `${use.name.value}(${argument.name.value}:)`;
    if (declared.has(argument.name.value) || reported.has(key)) continue;
    reported.add(key);
    report(
      finding(
        'warning',
        'SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED',
        `Directive "@${use.name.value}" declares no argument "${argument.name.value}".${didYouMean(argument.name.value, declared)}`,
        'Correct the name, or add it to the declaration of the directive.',
        { place: placeOf(argument) },
      ),
    );
  }
}

function undeclared(use: ConstDirectiveNode, known: Iterable<string>) {
  const name = use.name.value;
  return finding(
    'warning',
    'SCHEMA_DIRECTIVE_UNDECLARED',
    `Directive "@${name}" is not declared.${didYouMean(name, known)}`,
    `Nothing needs to be done; a line \`directive @${name} …\` in a schema file silences this.`,
    { place: placeOf(use) },
  );
}

function repeated(again: DirectiveDefinitionNode) {
  return finding(
    'warning',
    'SCHEMA_DIRECTIVE_DUPLICATE',
    `Directive "@${again.name.value}" is declared twice; the first declaration is used.`,
    'Remove one of the declarations.',
    { place: placeOf(again) },
  );
}
