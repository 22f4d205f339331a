import { isJsonObject, ownMember } from '../../core/json.ts';
import type { ToolRule } from './seen-tool.ts';

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/**
 * The members of `Tool` in revision 2024-11-05, the oldest served, and those that later ones added:
 * texts are texts, annotations are true or false. A `null` makes clients drop the whole list.
 */
export const toolShape: ToolRule = ({ title, description, annotations }) => {
  const areTexts = [title, description].every((text: unknown) => typeof text === 'string');
  const given: unknown = annotations;
  const areHints =
    isJsonObject(given) && hints.every((name) => typeof ownMember(given, name) === 'boolean');
  if (areTexts && areHints) return [];
  return [
    {
      severity: 'error',
      code: 'TOOL_SHAPE_REFUSED',
      message: 'The tool has a title, description or annotation of another type than MCP says.',
      hint: 'Correct it in @mcpTool, or in the configuration.',
    },
  ];
};
