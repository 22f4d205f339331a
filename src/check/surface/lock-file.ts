import type { ObjectSchema } from '../../core/json-schema.ts';
import type { Profile, ToolAnnotations } from '../../core/tool.ts';
import type { ToolInside } from './surface.ts';

/** A lock file, as its schema says. */
export interface LockFile {
  readonly gateway: string;
  readonly profile?: Profile;
  readonly tools: Readonly<Record<string, ToolEntry>>;
  readonly schemas: Readonly<Record<string, readonly string[]>>;
}

/** A tool in it. */
export interface ToolEntry extends Partial<
  Omit<ToolInside, 'kind' | 'operation' | 'operationHash'>
> {
  readonly title: string;
  readonly description: string;
  readonly descriptionHash: string;
  readonly annotations: Partial<ToolAnnotations>;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly kind: ToolInside['kind'];
  readonly operation: string;
  readonly operationHash: string;
}
