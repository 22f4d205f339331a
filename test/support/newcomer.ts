import { extendSchema, isInterfaceType, isUnionType, parse, type GraphQLSchema } from 'graphql';

/**
 * The schema with one object type more: a member of every union, an implementation of every
 * interface, with no fields but theirs. It is what servers add without asking anybody.
 */
export function withNewcomer(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap());
  const interfaces = types.filter(isInterfaceType);
  const fields = new Map<string, string>();
  for (const type of interfaces) {
    for (const field of Object.values(type.getFields())) {
      const known = fields.get(field.name);
      const text = String(field.type);
      fields.set(field.name, known?.endsWith('!') ? known : text);
    }
  }
  const parents = interfaces.map(({ name }) => name).join(' & ');
  const lines = [...fields].map(([name, type]) => `${name}: ${type}`);
  const sdl = [
    `type Newcomer ${parents && `implements ${parents}`} { own: String ${lines.join(' ')} }`,
    ...types.filter(isUnionType).map(({ name }) => `extend union ${name} = Newcomer`),
  ];
  return extendSchema(schema, parse(sdl.join('\n')));
}
