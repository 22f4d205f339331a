import {
  GraphQLError,
  Kind,
  TypeInfo,
  ValidationContext,
  visit,
  visitInParallel,
  visitWithTypeInfo,
  type ASTVisitor,
  type DefinitionNode,
  type GraphQLSchema,
} from 'graphql';
import { conflictCheck, type Check } from './checks.ts';

/** An error of a rule, and the operation or fragment that was visited. */
export interface Violation {
  readonly check: Check;
  readonly definition: DefinitionNode;
  readonly error: GraphQLError;
}

/** The violations found; `isComplete` is false if the visit was stopped. */
export interface CheckResult {
  readonly violations: readonly Violation[];
  readonly isComplete: boolean;
}

/** Most violations: fields that conflict do so in pairs, so a thousand of one name give half a million. */
const maxViolations = 2_000;

/**
 * Runs rules over definitions in one visit, and records the definition of each error.
 *
 * `validate` of graphql-js returns neither the rule nor the definition of an error, and stops after a
 * hundred errors of all operations together.
 */
export function runChecks(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  checks: readonly Check[],
): CheckResult {
  const document = { kind: Kind.DOCUMENT, definitions } as const;
  const typeInfo = new TypeInfo(schema);
  const violations: Violation[] = [];
  let [current] = definitions;
  const trackDefinition: ASTVisitor = {
    OperationDefinition: (node) => void (current = node),
    FragmentDefinition: (node) => void (current = node),
  };
  const visitors = checks.flatMap((check) => {
    const context = new ValidationContext(schema, document, typeInfo, (error) => {
      if (violations.length >= maxViolations) throw new TooManyViolations();
      if (current) violations.push({ check, definition: current, error });
    });
    return check.rules.map((rule) => rule(context));
  });
  try {
    const visitor = visitInParallel([trackDefinition, ...visitors]);
    visit(document, visitWithTypeInfo(typeInfo, visitor));
  } catch (error) {
    if (error instanceof TooManyViolations) return { violations, isComplete: false };
    // graphql-js gives up on a definition with too many fields of one name
    if (!(error instanceof GraphQLError) || !current) throw error;
    const tooMany = new GraphQLError(tooManyFields, { nodes: current });
    violations.push({ check: conflictCheck, definition: current, error: tooMany });
    return { violations, isComplete: false };
  }
  return { violations, isComplete: true };
}

const tooManyFields = 'Too many fields have the same name to check whether they conflict.';

/** Ends a visit from within a rule; the visitors of graphql-js have no other way to stop. */
class TooManyViolations extends Error {}
