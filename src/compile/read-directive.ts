import {
  getNamedType,
  isEnumType,
  Kind,
  valueFromAST,
  type ASTNode,
  type DirectiveNode,
  type GraphQLArgument,
  type GraphQLDirective,
  type ValueNode,
} from 'graphql';
import type { Diagnostic, Place } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { placeOf } from '../load/files/parse-document.ts';
import { compileDiagnostic } from './model/diagnostics.ts';

/** What a node says by one of the gateway's directives. */
export interface ReadDirective {
  readonly found: boolean;
  /** Arguments that were given and are right, by name. */
  readonly values: object;
  readonly places: ReadonlyMap<string, Place>;
  readonly diagnostics: readonly Diagnostic[];
}

const nothing: ReadDirective = { found: false, values: {}, places: new Map(), diagnostics: [] };

/** Reads a directive from a node; each fault is one error, where it stands. */
export function readDirective(
  holder: { readonly directives?: readonly DirectiveNode[] | undefined },
  definition: GraphQLDirective,
  fallback: Place,
): ReadDirective {
  // nearly always, for there is one to look at for each variable of each operation
  if (!holder.directives?.length) return nothing;
  const [node, second] = (holder.directives ?? []).filter(
    ({ name }) => name.value === definition.name,
  );
  const values: (readonly [string, unknown])[] = [];
  const places = new Map<string, Place>();
  const diagnostics: Diagnostic[] = [];
  const refuse = ({ at, message, hint }: Fault): void => {
    const place = placeOf(at) ?? fallback;
    diagnostics.push(compileDiagnostic('DIRECTIVE_INVALID', message, { hint, place }));
  };
  if (second) {
    refuse({ at: second, message: `@${definition.name} stands twice.`, hint: 'Write it once.' });
  }
  for (const { name, value } of node?.arguments ?? []) {
    const of = `"${name.value}" of @${definition.name}`;
    const argument = definition.args.find((candidate) => candidate.name === name.value);
    if (places.has(name.value)) {
      refuse({ at: name, message: `The argument ${of} stands twice.`, hint: 'Write it once.' });
    } else if (argument) {
      const read: unknown = valueFromAST(value, argument.type);
      if (!isLegal(argument, read)) refuse(wrongValue(of, argument, value));
      else if (read !== null) values.push([name.value, read]);
    } else {
      refuse(unknownArgument(name, name.value, definition));
    }
    places.set(name.value, placeOf(value) ?? fallback);
  }
  return { found: node !== undefined, values: Object.fromEntries(values), places, diagnostics };
}

interface Fault {
  readonly at: ASTNode;
  readonly message: string;
  readonly hint: string;
}

/** Least values of numbers, by argument. */
const least = new Map([['timeoutMs', 1]]);

function isLegal({ name }: GraphQLArgument, read: unknown): boolean {
  return read !== undefined && !(typeof read === 'number' && read < (least.get(name) ?? read));
}

function wrongValue(of: string, { name, type }: GraphQLArgument, value: ValueNode): Fault {
  const named = getNamedType(type);
  const members = isEnumType(named) ? named.getValues().map((one) => one.name) : undefined;
  const given = value.kind === Kind.ENUM || value.kind === Kind.STRING ? value.value : '';
  const bound = least.has(name) ? `, at least ${least.get(name)}` : '';
  const message = members
    ? `The argument ${of} must be ${members.join(' or ')}.${didYouMean(given, members)}`
    : `The argument ${of} must be of type ${String(type)}${bound}.`;
  return { at: value, message, hint: 'Write such a value; variables are not allowed here.' };
}

function unknownArgument(at: ASTNode, name: string, { name: directive, args }: GraphQLDirective) {
  const known = args.map((argument) => argument.name);
  const message = `@${directive} has no argument "${name}".${didYouMean(name, known)}`;
  return { at, message, hint: `There are ${known.join(', ')}.` };
}
