import { ValidationContext, type ASTNode } from 'graphql';

type Usages = ReturnType<ValidationContext['getVariableUsages']>;

const none: Usages = [];

/**
 * What graphql-js's rules ask. Its own context walks every definition again to look for variables;
 * this one looks at the text first, for most fragments mention none.
 */
export class CheckingContext extends ValidationContext {
  override getVariableUsages(node: Parameters<ValidationContext['getVariableUsages']>[0]): Usages {
    return mentionsVariables(node) ? super.getVariableUsages(node) : none;
  }
}

function mentionsVariables({ loc }: ASTNode): boolean {
  return loc === undefined || loc.source.body.slice(loc.start, loc.end).includes('$');
}
