import type { z } from 'zod';
import type { OperationContext } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export type { OperationContext } from './operation.ts';

/** The people's operations for an operator with direct access to the database: the same operations, with the same checks. */
export function openLocalTeam(context: OperationContext) {
  return async (name: string, args: object = {}): Promise<unknown> => {
    const {
      args: takes,
      gives,
      run,
    } = OPERATIONS[name] as { args: z.ZodType; gives: z.ZodType } & (typeof OPERATIONS)[string];
    return gives.parse(await run(takes.parse(args), context));
  };
}
