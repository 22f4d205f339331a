import {
  Kind,
  parse,
  visit,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Sources } from '../../src/load/operations/operation-sources.ts';
import type { Choices } from './choices.ts';

const names = ['whenA', 'whenB', 'whenC'];

/**
 * Puts `@skip` and `@include` on fields, spreads and inline fragments here and there, of operations
 * and fragments alike: real operations seldom have any. Every operation declares the variables, and
 * asks each of them once, so that it stays valid.
 */
export function withRandomConditions(sources: Sources, choices: Choices): Sources {
  const known = new Map<FragmentDefinitionNode, FragmentDefinitionNode>();
  const fragmentOf = (node: FragmentDefinitionNode): FragmentDefinitionNode => {
    const changed = known.get(node) ?? conditioned(node, choices);
    known.set(node, changed);
    return changed;
  };
  const operations = sources.operations.map((source) => ({
    ...source,
    operation: declaring(conditioned(source.operation, choices)),
    fragments: new Map([...source.fragments].map(([name, node]) => [name, fragmentOf(node)])),
  }));
  return { ...sources, operations };
}

function conditioned<Node extends OperationDefinitionNode | FragmentDefinitionNode>(
  node: Node,
  choices: Choices,
): Node {
  const enter = <One extends SelectionNode>(selection: One): One | undefined => {
    if (selection.directives?.length || !choices.rarely(4)) return undefined;
    return { ...selection, directives: [condition(choices)] };
  };
  // a selection that is changed is not entered again by `visit`, so it is changed on the way out
  return visit(node, {
    Field: { leave: enter },
    InlineFragment: { leave: enter },
    FragmentSpread: { leave: enter },
  }) as Node;
}

function condition(choices: Choices): DirectiveNode {
  const value = choices.oneOf([...names.map((name) => `$${name}`), 'true', 'false']);
  return directiveOf(`@${choices.oneOf(['include', 'skip'])}(if: ${value})`);
}

function directiveOf(text: string): DirectiveNode {
  const [directive] = selectionsOf(`{ a ${text} }`)[0]?.directives ?? [];
  if (!directive) throw new Error(`${text} is no directive.`);
  return directive;
}

function selectionsOf(text: string): readonly SelectionNode[] {
  return operationOf(text).selectionSet.selections;
}

function operationOf(text: string): OperationDefinitionNode {
  const [operation] = parse(text, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('There is no operation.');
  return operation;
}

const declarations = `query (${names.map((name) => `$${name}: Boolean!`).join(' ')}) { a }`;
const questions = names.map((name) => `${name}: __typename @include(if: $${name})`).join(' ');

function declaring(operation: OperationDefinitionNode): OperationDefinitionNode {
  const declared: readonly VariableDefinitionNode[] =
    operationOf(declarations).variableDefinitions ?? [];
  return {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...declared],
    selectionSet: {
      ...operation.selectionSet,
      selections: [...operation.selectionSet.selections, ...selectionsOf(`{ ${questions} }`)],
    },
  };
}
