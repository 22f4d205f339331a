import {
  getNamedType,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ConstDirectiveNode,
  type GraphQLSchema,
} from 'graphql';
import type { Requirements } from '../../core/call.ts';
import type { Definitions } from './scopes.ts';

/** A definition that may have directives. */
type DirectivesOwner = { readonly directives?: readonly ConstDirectiveNode[] | undefined };

/** A part of a schema. */
interface Declared {
  readonly astNode?: DirectivesOwner | null | undefined;
  readonly extensionASTNodes?: readonly DirectivesOwner[];
}

const names = {
  authenticated: new Set(['authenticated', 'federation__authenticated']),
  requiresScopes: new Set(['requiresScopes', 'federation__requiresScopes']),
};

/**
 * Derives what a caller needs from the directives `@authenticated` and `@requiresScopes` of the fields
 * that an operation selects, and of their types.
 *
 * `@requiresScopes(scopes: [["a", "b"], ["a", "c"]])` has alternatives. Only scopes in all of them are
 * necessary (`a`): the API decides about the rest. So nobody is refused whom the API would accept.
 */
export function requirementsOf(
  { operation, fragments }: Definitions,
  schema: GraphQLSchema,
): Required<Requirements> {
  const scopes = new Set<string>();
  let needsCaller = false;
  const read = (declared: Declared | null | undefined): void => {
    for (const directive of directivesOf(declared)) {
      const isScoped = names.requiresScopes.has(directive.name.value);
      if (isScoped) for (const scope of necessaryScopes(directive)) scopes.add(scope);
      needsCaller ||= isScoped || names.authenticated.has(directive.name.value);
    }
  };
  const typeInfo = new TypeInfo(schema);
  const document = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] } as const;
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field() {
        const field = typeInfo.getFieldDef();
        read(field);
        if (field) read(getNamedType(field.type));
      },
    }),
  );
  return { scopes: [...scopes].sort(), needsCaller };
}

function directivesOf(declared: Declared | null | undefined): readonly ConstDirectiveNode[] {
  if (!declared) return [];
  const { astNode, extensionASTNodes = [] } = declared;
  return [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
}

/** The scopes that every alternative contains. */
function necessaryScopes({ arguments: args = [] }: ConstDirectiveNode): readonly string[] {
  const given = args.find(({ name }) => name.value === 'scopes')?.value;
  const value: unknown = given && valueFromASTUntyped(given);
  const alternatives = (Array.isArray(value) ? value : []).map((one) => new Set([one].flat()));
  const [first, ...others] = alternatives;
  return [...(first ?? [])].filter(
    (scope): scope is string =>
      typeof scope === 'string' && others.every((other) => other.has(scope)),
  );
}
