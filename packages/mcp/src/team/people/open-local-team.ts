import type { z } from 'zod';
import type { OperationContext } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export type { OperationContext } from './operation.ts';

/** The operations of people for an operator who has the database itself: the same rows, checked alike. */
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
