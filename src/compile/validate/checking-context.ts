import {
  ValidationContext,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type TypeInfo,
} from 'graphql';

type Usages = ReturnType<ValidationContext['getVariableUsages']>;

/** A variable that is used, and what its place takes. */
export type VariableUsage = Usages[number];

/** Those that definitions use. */
export type VariableUsages = ReadonlyMap<DefinitionNode, Usages>;

/**
 * What graphql-js's rules ask. Its own context walks every definition again to look for variables;
 * this one knows those of the definitions that the visit has passed, and it passes fragments first.
 */
export class CheckingContext extends ValidationContext {
  readonly #usages: VariableUsages;

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    typeInfo: TypeInfo,
    usages: VariableUsages,
    onError: (error: GraphQLError) => void,
  ) {
    super(schema, document, typeInfo, onError);
    this.#usages = usages;
  }

  override getVariableUsages(node: Parameters<ValidationContext['getVariableUsages']>[0]): Usages {
    return this.#usages.get(node) ?? super.getVariableUsages(node);
  }
}
