import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { ownMember } from '../../core/json.ts';
import type { SchemaPosition } from '../diff/change.ts';
import type { StoredArgument, StoredFields, Surface, SurfaceTool, UsedSchema } from './surface.ts';
import { indexOf } from './schema-index.ts';
import { namedType } from './type-text.ts';

/** The elements of a schema that decide about one step of a path. */
export interface PathElements {
  /** `Movie.title`. */
  readonly fields: readonly string[];
  /** The named types of these fields. */
  readonly types: readonly string[];
}

/** Looks up paths in the contracts of a surface. */
export interface ContractPaths {
  /**
   * Returns the elements along a path: `Query.movie` and `Movie`, then `Movie.title` and `String`. The path
   * ends where the contract does not have it.
   */
  elements(tool: SurfaceTool, position: SchemaPosition, path: string): readonly PathElements[];
  /**
   * Returns what an operation selects at a path of its result, or the type of an argument that the path is
   * within; undefined where there is neither.
   */
  selection(tool: SurfaceTool, position: SchemaPosition, path: string): string | undefined;
}

export function createContractPaths({ schemas }: Surface): ContractPaths {
  const usedBy = ({ internal }: SurfaceTool) => schemas.get(internal?.upstream ?? onlyUpstream);
  return {
    elements(tool, position, path) {
      const used = usedBy(tool);
      if (!used || !tool.contract) return [];
      return position === 'input'
        ? inputElements(indexOf(used).types, argumentType(tool, path), stepsOf(path).slice(1))
        : outputSteps(used, tool, path).map(({ coordinates }) => {
            const types = coordinates.map((one) => namedType(indexOf(used).types.get(one) ?? one));
            return { fields: coordinates, types };
          });
    },
    selection(tool, position, path) {
      const used = usedBy(tool);
      if (position === 'input')
        return stepsOf(path).length > 1 ? argumentType(tool, path) : undefined;
      const steps = used ? outputSteps(used, tool, path) : [];
      const last = steps.at(-1);
      // the first step is "data"
      if (!last || steps.length < stepsOf(path).length - 1) return undefined;
      return last.inner
        .flatMap((fields) => Object.keys(fields))
        .sort()
        .join();
    },
  };
}

function stepsOf(path: string): readonly string[] {
  return path.replaceAll('[]', '').split('.').filter(Boolean);
}

function argumentType({ contract }: SurfaceTool, path: string): string | undefined {
  const [name = ''] = stepsOf(path);
  const { input = {} } = contract ?? {};
  const stored = (ownMember(input, name) ?? ownMember(input, `${name}?`)) as
    StoredArgument | undefined;
  if (stored === undefined || typeof stored === 'string') return stored;
  return '$type' in stored ? (stored.$type as string) : undefined;
}

function inputElements(
  types: ReadonlyMap<string, string>,
  argument: string | undefined,
  steps: readonly string[],
): readonly PathElements[] {
  if (argument === undefined) return [];
  let holder = namedType(argument);
  const elements: PathElements[] = [{ fields: [], types: [holder] }];
  for (const step of steps) {
    const field = `${holder}.${step}`;
    const type = types.get(field);
    elements.push({ fields: [field], types: type === undefined ? [] : [namedType(type)] });
    if (type === undefined) break;
    holder = namedType(type);
  }
  return elements;
}

/** A step into the fields of a result. */
interface OutputStep {
  readonly coordinates: readonly string[];
  readonly inner: readonly StoredFields[];
}

function outputSteps(used: UsedSchema, { contract }: SurfaceTool, path: string): OutputStep[] {
  const [data, ...names] = stepsOf(path);
  if (data !== 'data' || !contract?.output) return [];
  const steps: OutputStep[] = [];
  let inner: readonly StoredFields[] = [contract.output];
  for (const name of names) {
    const members = inner.flatMap((fields) => memberOf(used, fields, name));
    if (members.length === 0) break;
    const coordinates = members.flatMap(coordinatesOf);
    inner = members.flatMap((member) =>
      typeof member === 'string' ? [] : branchesOf(used, member),
    );
    steps.push({ coordinates: [...new Set(coordinates)], inner });
  }
  return steps;
}

function memberOf(used: UsedSchema, fields: StoredFields, name: string): (string | StoredFields)[] {
  return branchesOf(used, fields).flatMap((branch) => {
    const member = ownMember(branch, name) ?? ownMember(branch, `${name}?`);
    return member === undefined ? [] : [member as string | StoredFields];
  });
}

function branchesOf(used: UsedSchema, fields: StoredFields): readonly StoredFields[] {
  const { $selection, $anyOf, $schema: _, $field: __, ...own } = fields;
  if (typeof $selection === 'string') return branchesOf(used, used.selections[$selection] ?? {});
  return Array.isArray($anyOf) ? ($anyOf as readonly StoredFields[]) : [own];
}

function coordinatesOf(stored: string | StoredFields): readonly string[] {
  const text = typeof stored === 'string' ? stored : stored['$field'];
  return typeof text === 'string' ? text.split(' | ') : [];
}
