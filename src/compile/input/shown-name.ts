import { isRequiredInputField, type GraphQLInputField, type GraphQLInputObjectType } from 'graphql';
import { inheritedNames } from '../../core/json.ts';

/**
 * The name by which agents see an argument or input field: its own, but for one that may be left out
 * and is named like something that every JavaScript object inherits.
 *
 * | GraphQL                 | seen as        |
 * | ----------------------- | -------------- |
 * | `constructor: String!`  | `constructor`  |
 * | `constructor: String`   | `constructor_` |
 * | `__proto__: String!`    | `__proto___`   |
 *
 * A client's validator would take the inherited member for the one that was left out, and refuse the
 * call; of one that is always given it sees what is given. `__proto__` is lost in any case.
 *
 * @param isTaken whether another argument or field has a name.
 */
export function shownName(
  name: string,
  optional: boolean,
  isTaken: (name: string) => boolean,
): string {
  const isSafe = !inheritedNames.has(name) || (!optional && name !== '__proto__');
  if (isSafe) return name;
  let shown = `${name}_`;
  while (isTaken(shown)) shown += '_';
  return shown;
}

/** The name by which agents see a field of an input object. */
export function shownFieldName(
  { name }: GraphQLInputField,
  optional: boolean,
  holder: GraphQLInputObjectType,
): string {
  const siblings = holder.getFields();
  return shownName(name, optional, (other) => Object.hasOwn(siblings, other));
}

/** The fields of an input object by the names that agents see, in their order. */
export function shownFields(type: GraphQLInputObjectType): ReadonlyMap<string, GraphQLInputField> {
  const fields = Object.values(type.getFields());
  return new Map(
    fields.map((field) => [shownFieldName(field, !isRequiredInputField(field), type), field]),
  );
}
