import {
  Kind,
  visit,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { withoutGatewayDirectives } from './directives.ts';
import { stripIncremental } from './strip-incremental.ts';

/** An operation and its fragments as they are sent. */
export interface SentDefinitions {
  readonly operation: OperationDefinitionNode;
  readonly fragments: readonly FragmentDefinitionNode[];
}

/** Makes what is sent of an operation as written; `name` is for one that has none. */
export type StripDefinitions = (written: SentDefinitions, name: string) => SentDefinitions;

/**
 * Makes the step that takes out what no server needs to see: the gateway's directives, `@defer` and
 * `@stream`, descriptions. A fragment that several operations use is the same node in all of them.
 */
export function createStripper(): StripDefinitions {
  const known = new Map<FragmentDefinitionNode, FragmentDefinitionNode>();
  return (written, name) => {
    const fragments = written.fragments.map((fragment) => {
      const stripped = known.get(fragment) ?? stripFragment(fragment);
      known.set(fragment, stripped);
      return stripped;
    });
    const operation = stripOperation(written.operation, name);
    const isChanged =
      operation.selectionSet !== written.operation.selectionSet ||
      fragments.some(
        ({ selectionSet }, at) => selectionSet !== written.fragments[at]?.selectionSet,
      );
    return { operation: isChanged ? withoutUnused(operation, fragments) : operation, fragments };
  };
}

function stripFragment(fragment: FragmentDefinitionNode): FragmentDefinitionNode {
  const { description: _, ...rest } = fragment;
  return { ...rest, selectionSet: stripIncremental(fragment.selectionSet) };
}

function stripOperation(written: OperationDefinitionNode, name: string): OperationDefinitionNode {
  const { description: _, variableDefinitions, ...rest } = withoutGatewayDirectives(written);
  return {
    ...rest,
    name: written.name ?? { kind: Kind.NAME, value: name },
    ...(variableDefinitions && {
      variableDefinitions: variableDefinitions.map(withoutDescription),
    }),
    selectionSet: stripIncremental(written.selectionSet),
  };
}

function withoutDescription(definition: VariableDefinitionNode): VariableDefinitionNode {
  if (definition.description === undefined) return definition;
  const { description: _, ...rest } = definition;
  return rest;
}

/** A server refuses a variable that nothing uses, now that a directive is gone. */
function withoutUnused(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): OperationDefinitionNode {
  const { variableDefinitions } = operation;
  if (variableDefinitions === undefined) return operation;
  const used = new Set([operation, ...fragments].flatMap(variablesIn));
  const isUsed = ({ variable }: VariableDefinitionNode): boolean => used.has(variable.name.value);
  return { ...operation, variableDefinitions: variableDefinitions.filter(isUsed) };
}

function variablesIn({
  directives = [],
  selectionSet,
}: OperationDefinitionNode | FragmentDefinitionNode): readonly string[] {
  const names: string[] = [];
  for (const node of [...directives, selectionSet]) {
    visit(node, { Variable: ({ name }) => void names.push(name.value) });
  }
  return names;
}
