import {
  getEnterLeaveForKind,
  Kind,
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  type TypeInfo,
} from 'graphql';

/**
 * One visitor that stands for several, each told of the nodes it has something to say about; the
 * types are known that a node stands at.
 *
 * It is what graphql-js's `visitInParallel` and `visitWithTypeInfo` do for visitors that change no
 * node. Those ask two dozen rules about every node, of which hardly any answers.
 */
export function visitTogether(visitors: readonly ASTVisitor[], typeInfo: TypeInfo): ASTVisitor {
  const members: readonly Member[] = visitors.map((visitor) => ({ visitor, skipped: undefined }));
  const byKind = new Map(Object.values(Kind).map((kind) => [kind, handlersOf(members, kind)]));
  return {
    enter(node, ...where) {
      typeInfo.enter(node);
      for (const { member, enter } of byKind.get(node.kind) ?? []) {
        if (!enter || member.skipped) continue;
        const result: unknown = enter.call(member.visitor, node, ...where);
        if (result === false) member.skipped = node;
      }
    },
    leave(node, ...where) {
      for (const { member, leave } of byKind.get(node.kind) ?? []) {
        if (!member.skipped) leave?.call(member.visitor, node, ...where);
        else if (member.skipped === node) member.skipped = undefined;
      }
      typeInfo.leave(node);
    },
  };
}

interface Member {
  readonly visitor: ASTVisitor;
  /** The node within which the visitor wants to be told of nothing. */
  skipped: ASTNode | undefined;
}

interface Handler {
  readonly member: Member;
  readonly enter?: ASTVisitFn<ASTNode> | undefined;
  readonly leave?: ASTVisitFn<ASTNode> | undefined;
}

function handlersOf(members: readonly Member[], kind: Kind): readonly Handler[] {
  return members
    .map((member) => ({ member, ...getEnterLeaveForKind(member.visitor, kind) }))
    .filter(({ enter, leave }) => enter ?? leave);
}
