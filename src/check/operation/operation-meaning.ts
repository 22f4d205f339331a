import {
  getOperationAST,
  isCompositeType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { getOrCreate, memoizeWeakly } from '../../core/memo.ts';
import { compareText, sha256Hex } from '../../core/text.ts';
import {
  createFragmentScopes,
  fragmentOf,
  responseNameOf,
  type Fragments,
} from '../../core/walk-selections.ts';
import { addCalls, groupPlain, type Calls, type OperationCalls } from './calls.ts';
import { alwaysApplies, typeOfField } from './selection-types.ts';
import { writeCall, writeDirectives, writeValue } from './write-call.ts';

interface OperationMeaning {
  readonly calls: OperationCalls;
  /** The root fields of a mutation in the order in which they run: `r: updateProduct`. */
  readonly rootFields: readonly string[];
}

/** Reads what an operation asks for; `names` has the argument's name for each variable that is not bound. */
export type MeaningReader = (
  document: DocumentNode,
  schema: GraphQLSchema,
  names: ReadonlyMap<string, string>,
) => OperationMeaning;

/** Creates the reader of operations. What shared fragments ask for is written once. */
export function createMeaningReader(): MeaningReader {
  const fragmentsOf = createFragmentScopes();
  const writtenOf = memoizeWeakly<Fragments, Written>(() => new WeakMap());
  return (document, schema, names) => {
    const operation = getOperationAST(document);
    if (!operation) throw new Error('a tool has an operation');
    const fragments = fragmentsOf(document);
    const context = { schema, fragments, written: writtenOf(fragments) };
    const root = schema.getRootType(operation.operation) ?? undefined;
    const around = { directives: '', isListed: false };
    const calls = callsBelow(context, operation.selectionSet, root, around);
    const rename = (text: string) =>
      text.replaceAll(/\$(\w+)/g, (_, name: string) => `$${names.get(name) ?? `__${name}`}`);
    const entries = [...groupPlain(calls), ...ownEntries(operation)].map(
      ([key, texts]) => [rename(key), inOrder([...texts].map(rename))] as const,
    );
    const isMutation = operation.operation === 'mutation';
    return {
      calls: Object.fromEntries(entries),
      rootFields: isMutation ? rootFieldsOf(operation.selectionSet, fragments) : [],
    };
  };
}

function inOrder(texts: readonly string[]): string | readonly string[] {
  const [only = '', ...others] = texts;
  return others.length === 0 ? only : [...texts].sort(compareText);
}

type Written = WeakMap<SelectionSetNode, Map<string, Calls>>;

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly written: Written;
}

/** What selections are below of. */
interface Surroundings {
  /** Directives of fields and fragments around them: they decide about each field within. */
  readonly directives: string;
  /** Type conditions since the field above. */
  readonly types: string;
  /** Whether plain fields have an entry, too, because a type condition decides about them. */
  readonly isListed: boolean;
}

/** Paths below a field that are listed; more of them are one hash. */
const maxListed = 200;

/** The calls that a selection set makes, by their paths from there. */
function callsBelow(
  context: Context,
  set: SelectionSetNode,
  parent: GraphQLCompositeType | undefined,
  { directives, isListed }: Omit<Surroundings, 'types'>,
): Calls {
  const key = `${parent?.name} ${isListed}${directives}`;
  const byKey = getOrCreate(context.written, set, () => new Map<string, Calls>());
  return getOrCreate(byKey, key, () => {
    const calls: Calls = new Map();
    addSelections(context, calls, set, parent, { directives, types: '', isListed });
    return calls.size <= maxListed ? calls : new Map([['*', new Set([hashOf(calls)])]]);
  });
}

/** The variables follow the hash, because they are written as arguments later. */
function hashOf(calls: Calls): string {
  const lines = [...calls].map(([path, texts]) => `${path} ${[...texts].sort().join(' ')}`);
  const text = lines.sort(compareText).join('\n');
  const variables = new Set(text.match(/\$\w+/g));
  return [sha256Hex(text), ...variables].join(' ');
}

function addSelections(
  context: Context,
  calls: Calls,
  { selections }: SelectionSetNode,
  parent: GraphQLCompositeType | undefined,
  around: Surroundings,
): void {
  for (const selection of selections) {
    const directives = `${around.directives}${writeDirectives(selection.directives)}`;
    if (selection.kind === Kind.FIELD) {
      addField(context, calls, selection, parent, { ...around, directives });
      continue;
    }
    const fragment = fragmentOf(selection, context.fragments);
    if (!fragment) continue;
    const condition = fragment.typeCondition?.name.value;
    if (alwaysApplies(condition, parent, context.schema)) {
      addSelections(context, calls, fragment.selectionSet, parent, { ...around, directives });
      continue;
    }
    const type = condition === undefined ? undefined : context.schema.getType(condition);
    const within = isCompositeType(type) ? type : undefined;
    const types = `${around.types} on ${condition}`;
    addSelections(context, calls, fragment.selectionSet, within, { ...around, directives, types });
  }
}

function addField(
  context: Context,
  calls: Calls,
  field: FieldNode,
  parent: GraphQLCompositeType | undefined,
  { directives, types, isListed }: Surroundings,
): void {
  const name = responseNameOf(field);
  const text = `${writeCall(field)}${directives}`;
  const path = `${name}${types}`;
  const isConditional = isListed || types !== '';
  if (isConditional || text !== name) addCalls(calls, path, [text]);
  if (!field.selectionSet) return;
  const below = { directives, isListed: isConditional };
  const type = typeOfField(field, parent);
  for (const [rest, texts] of callsBelow(context, field.selectionSet, type, below)) {
    addCalls(calls, `${path}.${rest}`, texts);
  }
}

/** The defaults of variables, and the directives of the operation and of variables. */
function ownEntries({ variableDefinitions = [], directives }: OperationDefinitionNode): Calls {
  const calls: Calls = new Map();
  const own = [writeDirectives(directives).trimStart()];
  for (const { variable, defaultValue, directives: ofVariable } of variableDefinitions) {
    const name = `$${variable.name.value}`;
    if (defaultValue) calls.set(name, new Set([writeValue(defaultValue)]));
    if (ofVariable?.length) own.push(`${name}${writeDirectives(ofVariable)}`);
  }
  const written = own.filter((text) => text !== '');
  if (written.length > 0) calls.set('@', new Set(written));
  return calls;
}

function rootFieldsOf(set: SelectionSetNode, fragments: Fragments): readonly string[] {
  const found = rootsIn(set, fragments).map((field) => {
    const name = responseNameOf(field);
    return name === field.name.value ? name : `${name}: ${field.name.value}`;
  });
  return [...new Set(found)];
}

/** In the order in which they run. */
function rootsIn({ selections }: SelectionSetNode, fragments: Fragments): readonly FieldNode[] {
  return selections.flatMap((selection): readonly FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment = fragmentOf(selection, fragments);
    return fragment ? rootsIn(fragment.selectionSet, fragments) : [];
  });
}
