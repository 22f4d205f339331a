import { Kind, print, type DirectiveNode, type FieldNode, type ValueNode } from 'graphql';
import { compareText } from '../../core/text.ts';

/** A field without its alias and selections; the order of arguments does not count. */
export function writeCall({ name, arguments: args = [] }: FieldNode): string {
  return `${name.value}${writeArguments(args)}`;
}

/** A space and the directive, for each of them. */
export function writeDirectives(directives: readonly DirectiveNode[] = []): string {
  return directives
    .map(({ name, arguments: args = [] }) => ` @${name.value}${writeArguments(args)}`)
    .join('');
}

type Named = { readonly name: { readonly value: string }; readonly value: ValueNode };

function writeArguments(args: readonly Named[]): string {
  return args.length === 0 ? '' : `(${writeNamed(args)})`;
}

function writeNamed(nodes: readonly Named[]): string {
  const texts = nodes.map(({ name, value }) => `${name.value}: ${writeValue(value)}`);
  return texts.sort(compareText).join(', ');
}

/** The order of members does not count; `$` in strings is escaped, so that it always starts a variable. */
export function writeValue(node: ValueNode): string {
  if (node.kind === Kind.LIST) return `[${node.values.map(writeValue).join(', ')}]`;
  if (node.kind === Kind.OBJECT) return `{${writeNamed(node.fields)}}`;
  if (node.kind !== Kind.STRING) return print(node);
  return print({ kind: Kind.STRING, value: node.value }).replaceAll('$', String.raw`\u0024`);
}
