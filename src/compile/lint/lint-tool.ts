import { argumentKeys } from './argument-keys.ts';
import { createSchemaCheck } from './check-schema.ts';
import type { Fault } from './fault.ts';
import { keywordArguments } from './keyword-arguments.ts';
import { createPlainCheck } from './plain-parts.ts';
import { partsOf, type Objection, type SeenTool, type ToolRule } from './seen-tool.ts';
import { texts } from './texts.ts';
import { toolShape } from './tool-shape.ts';

/** Rules about a tool whose members have their types. */
const rules: readonly ToolRule[] = [argumentKeys, keywordArguments, texts];

/** What the linter thinks of a tool. */
export interface LintOutcome {
  /** Whether its output schema is fit to be seen. */
  readonly keepsOutput: boolean;
  /** With an error among them, the tool is not to be served. */
  readonly objections: readonly Objection[];
}

/**
 * Looks at a tool the way clients will, before any does: one bad tool makes many of them drop the
 * whole list.
 */
export type LintTool = (tool: SeenTool) => LintOutcome;

/** Makes a linter that looks once at a part that the schemas of several tools share. */
export function createToolLinter(): LintTool {
  const checkSchema = createSchemaCheck();
  const isPlain = createPlainCheck();
  return (tool) => {
    const misshapen = toolShape(tool, []);
    if (misshapen.length > 0) return { keepsOutput: true, objections: misshapen };
    const [inputFault] = checkSchema(tool.inputSchema);
    if (inputFault !== undefined) {
      return { keepsOutput: true, objections: [inputRefused(inputFault)] };
    }
    const parts = isPlain(tool.inputSchema) ? [] : partsOf(tool.inputSchema);
    const objections = rules.flatMap((rule) => rule(tool, parts));
    const [outputFault] = tool.outputSchema === undefined ? [] : checkSchema(tool.outputSchema);
    if (outputFault === undefined) return { keepsOutput: true, objections };
    return { keepsOutput: false, objections: [...objections, outputDropped(outputFault)] };
  };
}

function inputRefused(fault: Fault): Objection {
  return {
    severity: 'error',
    code: 'INPUT_SCHEMA_REFUSED',
    message: `Clients would refuse the input schema: ${sentenceOf(fault)}`,
    hint: 'Correct the scalar or argument in the configuration that it comes from.',
  };
}

function outputDropped(fault: Fault): Objection {
  return {
    severity: 'warning',
    code: 'OUTPUT_SCHEMA_DROPPED',
    message: `Clients would refuse the output schema, so the tool is served without: ${sentenceOf(fault)}`,
    hint: 'Correct the scalar in the configuration that it comes from.',
  };
}

function sentenceOf({ pointer, message }: Fault): string {
  return `${pointer === '' ? 'the root' : `"${pointer}"`} ${message}.`;
}
