import type { SelectionSetNode } from 'graphql';
import type { ContentOptions } from '../config/upstream-options.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import type { ContentField } from '../core/tool.ts';
import { fieldsOf, responseNameOf, type Fragments } from '../core/walk-selections.ts';
import { compileDiagnostic, type DiagnosticContext } from './model/diagnostics.ts';
import type { Definitions } from './model/scopes.ts';

/** The fields of an operation that become content blocks, and the diagnostics of their settings. */
export interface ContentFields {
  readonly fields: readonly ContentField[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Resolves the fields that `content` names; each must be a selected scalar or enum. */
export function contentFieldsOf(
  { operation, fragments }: Definitions,
  content: readonly ContentOptions[],
  context: DiagnosticContext,
): ContentFields {
  const scope = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const diagnostics: Diagnostic[] = [];
  const report = (message: string, hint?: string): void => {
    diagnostics.push(compileDiagnostic('CONTENT_FIELD_INVALID', message, { hint, ...context }));
  };
  const fields = content.map(({ field, mimeType }) => {
    const path = field.split('.');
    if (!mimeTypePattern.test(mimeType)) {
      report(`"${mimeType}" is not a MIME type.`, 'Write a type such as image/png.');
    }
    const kinds = fieldKindsAt([operation.selectionSet], path.slice(0, -1), scope);
    const last = path.at(-1) ?? '';
    if (kinds.get(last) !== 'leaf') {
      const leaves = [...kinds].filter(([, kind]) => kind === 'leaf').map(([name]) => name);
      report(
        `"content" names "${field}", but the operation does not select a scalar there.`,
        didYouMean(last, leaves).trim(),
      );
    }
    return { path, mimeType };
  });
  return { fields, diagnostics };
}

const mimeTypePattern = /^[\w.+-]+\/[\w.+-]+$/;

/** Returns the response names at a path, each with what its field selects. */
function fieldKindsAt(
  sets: readonly SelectionSetNode[],
  path: readonly string[],
  scope: Fragments,
): ReadonlyMap<string, 'leaf' | 'object'> {
  const fields = [...fieldsOf(sets, scope)];
  const [first, ...rest] = path;
  if (first === undefined) {
    return new Map(
      fields.map((node) => [responseNameOf(node), node.selectionSet ? 'object' : 'leaf']),
    );
  }
  const below = fields.filter((node) => responseNameOf(node) === first);
  return fieldKindsAt(
    below.flatMap(({ selectionSet }) => selectionSet ?? []),
    rest,
    scope,
  );
}
