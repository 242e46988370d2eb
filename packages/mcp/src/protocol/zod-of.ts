import type * as z from 'zod';
import type { ToolSchema } from './tool-definition.ts';

/** A schema as zod made it. */
export function zodOf(schema: ToolSchema): z.ZodObject {
  return schema as z.ZodObject;
}
