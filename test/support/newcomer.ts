import {
  extendSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  type GraphQLSchema,
} from 'graphql';

/**
 * The schema with one object type more: a member of every union, an implementation of every
 * interface, with no fields but theirs. And every object type that there was becomes a member of every
 * union. It is what servers add without asking anybody.
 */
export function withNewcomer(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap());
  const interfaces = types.filter(isInterfaceType);
  const objects = types.filter(isObjectType).filter(({ name }) => name.startsWith('Thing'));
  const fields = new Map<string, string>();
  for (const type of interfaces) {
    for (const field of Object.values(type.getFields())) {
      const text = String(field.type);
      const known = fields.get(field.name) ?? text;
      const strictest = known.endsWith('!') ? known : text;
      fields.set(field.name, strictest.replace(/\w+/, narrowest(schema, known, text)));
    }
  }
  const parents = interfaces.map(({ name }) => name).join(' & ');
  const lines = [...fields].map(([name, type]) => `${name}: ${type}`);
  const sdl = [
    `type Newcomer ${parents && `implements ${parents}`} { own: String ${lines.join(' ')} }`,
    ...types.filter(isUnionType).map((union) => {
      const known = union.getTypes();
      const others = objects.filter((type) => !known.includes(type)).map(({ name }) => name);
      return `extend union ${union.name} = ${['Newcomer', ...others].join(' | ')}`;
    }),
  ];
  return extendSchema(schema, parse(sdl.join('\n')));
}

/** Of the named types of two fields, the one that can stand for the other. */
function narrowest(schema: GraphQLSchema, known: string, other: string): string {
  const [name, otherName] = [known, other].map((text) => text.replaceAll(/\W/g, ''));
  const [type, otherType] = [schema.getType(name ?? ''), schema.getType(otherName ?? '')];
  const isNarrower =
    isAbstractType(type) &&
    (isObjectType(otherType) || isInterfaceType(otherType)) &&
    schema.isSubType(type, otherType);
  return (isNarrower ? otherName : name) ?? '';
}
