import { Kind, type ASTVisitorKeyMap } from 'graphql';

/**
 * The members of each node that rules look into.
 *
 * Names and descriptions are left out: no rule visits them, and they are a third of all nodes.
 */
export const queryKeys: ASTVisitorKeyMap = {
  [Kind.NAME]: [],
  [Kind.DOCUMENT]: ['definitions'],
  [Kind.OPERATION_DEFINITION]: ['variableDefinitions', 'directives', 'selectionSet'],
  [Kind.VARIABLE_DEFINITION]: ['variable', 'type', 'defaultValue', 'directives'],
  [Kind.VARIABLE]: [],
  [Kind.SELECTION_SET]: ['selections'],
  [Kind.FIELD]: ['arguments', 'directives', 'selectionSet'],
  [Kind.ARGUMENT]: ['value'],
  [Kind.FRAGMENT_SPREAD]: ['directives'],
  [Kind.INLINE_FRAGMENT]: ['typeCondition', 'directives', 'selectionSet'],
  [Kind.FRAGMENT_DEFINITION]: ['typeCondition', 'directives', 'selectionSet'],
  [Kind.INT]: [],
  [Kind.FLOAT]: [],
  [Kind.STRING]: [],
  [Kind.BOOLEAN]: [],
  [Kind.NULL]: [],
  [Kind.ENUM]: [],
  [Kind.LIST]: ['values'],
  [Kind.OBJECT]: ['fields'],
  [Kind.OBJECT_FIELD]: ['value'],
  [Kind.DIRECTIVE]: ['arguments'],
  [Kind.NAMED_TYPE]: [],
  [Kind.LIST_TYPE]: ['type'],
  [Kind.NON_NULL_TYPE]: ['type'],
};
