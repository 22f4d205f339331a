import {
  GraphQLError,
  Kind,
  TypeInfo,
  visit,
  type ASTVisitor,
  type DefinitionNode,
  type GraphQLSchema,
} from 'graphql';
import { CheckingContext, type VariableUsage } from './checking-context.ts';
import { conflictCheck, type Check } from './checks.ts';
import { queryKeys } from './query-keys.ts';
import { visitTogether } from './visit-together.ts';

/** An error of a rule, and the operation or fragment that was being visited. */
export interface Violation {
  readonly check: Check;
  readonly definition: DefinitionNode;
  readonly error: GraphQLError;
}

/** What rules found; `complete` is false when there was too much to go on. */
export interface Findings {
  readonly violations: readonly Violation[];
  readonly complete: boolean;
}

/**
 * Errors after which a visit ends: fields that conflict do so in pairs, so that a thousand of one
 * name make half a million errors.
 */
const maxViolations = 2_000;

/**
 * Runs rules over definitions in one visit, and tells which definition each error came from.
 *
 * graphql-js's `validate` does the same, but tells neither the rule nor the definition, and stops
 * after a hundred errors of all operations together.
 */
export function runChecks(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  checks: readonly Check[],
): Findings {
  const document = { kind: Kind.DOCUMENT, definitions } as const;
  const typeInfo = new TypeInfo(schema);
  const violations: Violation[] = [];
  const [first] = definitions;
  const visited: Visited = { definition: first, usages: new Map() };
  const visitors = checks.flatMap((check) => {
    const context = new CheckingContext(schema, document, typeInfo, visited.usages, (error) => {
      if (violations.length >= maxViolations) throw new TooManyViolations();
      if (visited.definition) violations.push({ check, definition: visited.definition, error });
    });
    return check.rules.map((rule) => rule(context));
  });
  try {
    // the tracker first: rules ask for usages where they leave an operation
    const all = [trackVisit(visited, typeInfo), ...visitors];
    visit(document, visitTogether(all, typeInfo), queryKeys);
  } catch (error) {
    if (error instanceof TooManyViolations) return { violations, complete: false };
    // graphql-js gives up on a definition with too many fields of one name to compare
    if (!(error instanceof GraphQLError) || !visited.definition) throw error;
    const { definition } = visited;
    const tooMany = new GraphQLError(tooManyFields, { nodes: definition });
    violations.push({ check: conflictCheck, definition, error: tooMany });
    return { violations, complete: false };
  }
  return { violations, complete: true };
}

/** How far a visit is. */
interface Visited {
  definition: DefinitionNode | undefined;
  /** Variables in the definitions that are behind. */
  readonly usages: Map<DefinitionNode, VariableUsage[]>;
}

function trackVisit(visited: Visited, typeInfo: TypeInfo): ASTVisitor {
  let usages: VariableUsage[] = [];
  const definition = {
    enter(node: DefinitionNode): void {
      visited.definition = node;
      usages = [];
    },
    leave(node: DefinitionNode): void {
      visited.usages.set(node, usages);
    },
  };
  return {
    OperationDefinition: definition,
    FragmentDefinition: definition,
    VariableDefinition: () => false,
    Variable(node) {
      usages.push({
        node,
        type: typeInfo.getInputType(),
        defaultValue: typeInfo.getDefaultValue(),
        parentType: typeInfo.getParentInputType(),
      });
    },
  };
}

const tooManyFields = 'There are too many fields of one name to tell whether they conflict.';

/** Ends a visit from within a rule; there is no other way out of graphql-js's visitors. */
class TooManyViolations extends Error {}
