import { isJsonObject, ownMember } from '../../core/json.ts';
import { utf8Length } from '../../core/text.ts';
import type { Tool } from '../../core/tool.ts';
import type { Issue } from '../model/diagnostics.ts';
import { maxToolDescriptionBytes } from '../model/texts.ts';
import { lintArgumentNames } from './argument-names.ts';
import { createSchemaCheck, isVisible, type SchemaFault } from './check-schema.ts';

/** What clients see of a tool, except its name. */
export type PublishedTool = Pick<
  Tool,
  'title' | 'description' | 'annotations' | 'inputSchema' | 'outputSchema'
>;

export interface LintResult {
  /** Whether clients accept the output schema. */
  readonly keepsOutput: boolean;
  readonly issues: readonly Issue[];
}

/**
 * Creates the function that checks tools as clients will: one invalid tool makes many clients drop the
 * whole list. Parts that the schemas of several tools share are checked once.
 */
export function createToolLinter(): (tool: PublishedTool) => LintResult {
  const checkSchema = createSchemaCheck();
  return (tool) => {
    const shapeIssues = lintShape(tool);
    if (shapeIssues.length > 0) return { keepsOutput: true, issues: shapeIssues };
    const partIssues: Issue[] = [];
    const [inputFault] = checkSchema(tool.inputSchema, (issue) => partIssues.push(issue));
    if (inputFault) return { keepsOutput: true, issues: [inputRefused(inputFault)] };
    const issues = [...lintArgumentNames(tool.inputSchema), ...lintTexts(tool), ...partIssues];
    const [outputFault] = tool.outputSchema === undefined ? [] : checkSchema(tool.outputSchema);
    return outputFault
      ? { keepsOutput: false, issues: [...issues, outputDropped(outputFault)] }
      : { keepsOutput: true, issues };
  };
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** Checks the types of a tool's members in every revision; `null` makes clients drop the whole list. */
function lintShape({ title, description, annotations }: PublishedTool): readonly Issue[] {
  const areTexts = [title, description].every((text: unknown) => typeof text === 'string');
  const members: unknown = annotations;
  const areHints =
    isJsonObject(members) && hints.every((name) => typeof ownMember(members, name) === 'boolean');
  const message = 'The title, the description or an annotation has another type than MCP requires.';
  return areTexts && areHints ? [] : [{ code: 'TOOL_SHAPE_REFUSED', message }];
}

function lintTexts({ title, description }: PublishedTool): readonly Issue[] {
  const issues: Issue[] = [];
  if (title.trim() === '' || description.trim() === '') {
    issues.push({
      code: 'TOOL_TEXT_MISSING',
      message: 'The tool has no title, or no description.',
    });
  }
  if (utf8Length(description) > maxToolDescriptionBytes) {
    issues.push({
      code: 'TEXT_TOO_LONG',
      message: 'The description is longer than clients show.',
    });
  }
  for (const [text, label] of [
    [title, 'title'],
    [description, 'description'],
  ] as const) {
    if (isVisible(text)) continue;
    const message = `The ${label} contains invisible characters, which a model reads.`;
    issues.push({ code: 'TEXT_HIDDEN_CHARACTERS', message });
  }
  return issues;
}

function inputRefused(fault: SchemaFault): Issue {
  return {
    code: 'INPUT_SCHEMA_REFUSED',
    message: `Clients would reject the input schema: ${formatFault(fault)}`,
  };
}

function outputDropped(fault: SchemaFault): Issue {
  return {
    code: 'OUTPUT_SCHEMA_DROPPED',
    message: `Clients would reject the output schema, so the tool is served without it: ${formatFault(fault)}`,
  };
}

function formatFault({ pointer, message }: SchemaFault): string {
  return `${pointer === '' ? 'the root' : `"${pointer}"`} ${message}.`;
}
