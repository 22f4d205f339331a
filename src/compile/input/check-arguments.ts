import type { Diagnostic } from '../../core/diagnostic.ts';
import type { OperationSource } from '../../load/sources.ts';
import type { ParamSettings } from '../tool-options.ts';
import type { Argument } from './arguments.ts';

/** Longest name of a property: one that is longer makes some APIs refuse a whole request. */
const maxNameLength = 64;

/** Header names, RFC 9110 section 5.1: a token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Scalars that a header can carry. */
const headerKinds = new Set(['string', 'id', 'int', 'integer', 'boolean']);

/** Finds what clients or the protocol do not accept of arguments; each is an error. */
export function checkArguments(
  { place }: OperationSource,
  given: readonly Argument[],
  params: ReadonlyMap<string, ParamSettings>,
  tool: string,
): readonly Diagnostic[] {
  const names = new Set<string>();
  const headers = new Set<string>();
  return given.flatMap((argument) => {
    const { name, variable, mcpHeader } = argument;
    const where = params.get(variable)?.placeOf;
    const found: Diagnostic[] = [];
    const refuse = (code: string, message: string, hint: string, at = where?.('name') ?? place) =>
      found.push({ code, severity: 'error', message, hint, place: at, tool });
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name.length > maxNameLength) {
      refuse(
        'ARGUMENT_NAME_INVALID',
        `The argument name "${name}" is not accepted by every client.`,
        `Name it with @mcpParam(name:): a letter or underscore, then letters, digits and underscores, at most ${maxNameLength} in all.`,
      );
    } else if (name === '__proto__') {
      refuse(
        'ARGUMENT_NAME_RESERVED',
        'The argument name "__proto__" is lost by clients written in JavaScript.',
        'Name it with @mcpParam(name:).',
      );
    }
    if (names.has(name)) {
      refuse(
        'ARGUMENT_NAME_TAKEN',
        `Two variables ask for the argument name "${name}".`,
        'Give one another name with @mcpParam(name:).',
      );
    }
    names.add(name);
    if (mcpHeader === undefined) return found;
    const at = where?.('mcpHeader') ?? place;
    if (!token.test(mcpHeader) || headers.has(mcpHeader.toLowerCase())) {
      refuse(
        'ARGUMENT_HEADER_INVALID',
        `"${mcpHeader}" cannot be the header of "${name}": it is no header name, or another argument has it.`,
        'Use letters, digits and hyphens, and each name once.',
        at,
      );
    } else if (!isHeaderScalar(argument)) {
      refuse(
        'ARGUMENT_HEADER_TYPE',
        `"${name}" cannot be mirrored in a header: it is no text, whole number or boolean.`,
        'Remove mcpHeader from it.',
        at,
      );
    }
    headers.add(mcpHeader.toLowerCase());
    return found;
  });
}

function isHeaderScalar({ shape }: Argument): boolean {
  if (shape.kind === 'enum') return true;
  return shape.kind === 'scalar' && headerKinds.has(shape.rule.kind);
}
