import { print, type ASTNode, type NameNode } from 'graphql';
import { type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import { finding } from '../finding.ts';
import { placeOf } from '../place-of.ts';

/** A field, argument or enum value. */
export interface Member {
  readonly name: NameNode;
  readonly kind: ASTNode['kind'];
}

/**
 * Keeps the first of members that have one name, and reports the others.
 *
 * The list itself is given back when all names differ, which is nearly always. Repetitions that say
 * the same are not worth a word where `sameIsFine`: two files that both define a whole type.
 */
export function uniqueMembers<Node extends Member & ASTNode>(
  owner: string,
  members: readonly Node[],
  report: (finding: Diagnostic) => void,
  sameIsFine = false,
): readonly Node[] {
  const first = new Map<string, Node>();
  for (const member of members) {
    const known = first.get(member.name.value);
    if (!known) first.set(member.name.value, member);
    else if (!sameIsFine || !saysTheSame(known, member)) report(duplicate(owner, known, member));
  }
  return first.size === members.length ? members : [...first.values()];
}

/** Descriptions and directives do not change what a member is. */
function saysTheSame(a: ASTNode, b: ASTNode): boolean {
  const bare = { description: undefined, directives: [] };
  return print({ ...a, ...bare } as ASTNode) === print({ ...b, ...bare } as ASTNode);
}

function duplicate(owner: string, first: Member & ASTNode, again: Member & ASTNode): Diagnostic {
  const where = placeOf(first);
  const same = saysTheSame(first, again) ? 'twice' : 'twice, differently';
  return finding(
    'warning',
    'SCHEMA_MEMBER_DUPLICATE',
    `"${owner}.${again.name.value}" is defined ${same}; the first definition is used${where ? ` (${formatPlace(where)})` : ''}.`,
    'Remove one of the definitions.',
    { place: placeOf(again) },
  );
}
