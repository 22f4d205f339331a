import { Kind, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import type { ContentOptions } from '../config/upstream-options.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import type { ContentField } from '../core/tool.ts';
import { compileDiagnostic, type DiagnosticContext } from './model/diagnostics.ts';
import type { SentDefinitions } from './sent-definitions.ts';

/** The fields of an operation that clients are shown as what they are, and what is wrong with them. */
export interface ContentFields {
  readonly fields: readonly ContentField[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the fields that `content` names; each must be selected, and hold a value. */
export function contentFieldsOf(
  sent: SentDefinitions,
  content: readonly ContentOptions[],
  context: DiagnosticContext,
): ContentFields {
  const fragments = new Map(sent.fragments.map((fragment) => [fragment.name.value, fragment]));
  const diagnostics: Diagnostic[] = [];
  const refuse = (message: string, hint: string): void => {
    diagnostics.push(compileDiagnostic('CONTENT_FIELD_INVALID', message, { hint, ...context }));
  };
  const fields = content.map(({ field, mimeType }) => {
    const path = field.split('.');
    if (!isMimeType.test(mimeType)) {
      refuse(`"${mimeType}" is no MIME type.`, 'Write one like image/png.');
    }
    const names = namesAt([sent.operation.selectionSet], path.slice(0, -1), fragments);
    const last = path.at(-1) ?? '';
    if (names.get(last) !== 'value') {
      const leaves = [...names].filter(([, kind]) => kind === 'value').map(([name]) => name);
      const hint = didYouMean(last, leaves).trim();
      const problem = `The operation selects no value at "${field}", which "content" names.`;
      refuse(problem, hint || 'Name a field by response names from the root: movie.poster.');
    }
    return { path, mimeType };
  });
  return { fields, diagnostics };
}

const isMimeType = /^[\w.+-]+\/[\w.+-]+$/;

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The response names below a path, each with what stands there. */
function namesAt(
  sets: readonly SelectionSetNode[],
  path: readonly string[],
  fragments: Fragments,
): ReadonlyMap<string, 'value' | 'object'> {
  const fields = sets.flatMap((set) => fieldsOf(set, fragments));
  const [first, ...rest] = path;
  if (first !== undefined) {
    const below = fields.filter(({ name }) => name === first).flatMap(({ set }) => set ?? []);
    return namesAt(below, rest, fragments);
  }
  return new Map(fields.map(({ name, set }) => [name, set ? 'object' : 'value'] as const));
}

interface SelectedField {
  readonly name: string;
  readonly set: SelectionSetNode | undefined;
}

function fieldsOf(set: SelectionSetNode, fragments: Fragments): readonly SelectedField[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      return [{ name, set: selection.selectionSet }];
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return inner ? fieldsOf(inner.selectionSet, fragments) : [];
  });
}
