import type * as z from 'zod';
import type { ToolSchema } from './tool-definition.ts';

/** The zod schema behind a structural one. */
export function zodOf(schema: ToolSchema): z.ZodObject {
  return schema as z.ZodObject;
}
