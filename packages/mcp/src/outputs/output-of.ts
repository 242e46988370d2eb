import type * as z from 'zod';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { zodOf } from '../protocol/zod-of.ts';
import { TOOLS } from '../tools.ts';

/** The output schema of a tool, for the command with the same result. Throws for an unknown tool. */
export function outputOf(name: ToolDefinition['name']): z.ZodObject {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new TypeError(`${name} is not a tool`);
  return zodOf(tool.output());
}
