import type { openTeamSealing } from '@memora/engine/team';
import type { Acting } from '@memora/postgres';
import type { z } from 'zod';
import type { TeamScope } from '../identify.ts';

/** What an operation acts with. */
export interface OperationContext extends Acting {
  readonly sealing: Awaited<ReturnType<typeof openTeamSealing>>;
  /** Names the database and the workspace. */
  readonly database: string;
  /** Where a worker of this machine keeps its folders. */
  readonly folder: string;
  /** Days after which no backup holds what was erased; null where nobody has said so. */
  readonly backupHorizon: number | null;
}

/** Something that people do to a team: what a token has to allow, and what goes in and comes out. */
export interface TeamOperation<Args extends z.ZodType = z.ZodType, Gives extends z.ZodType = z.ZodType> {
  readonly needs: TeamScope;
  readonly args: Args;
  readonly gives: Gives;
  readonly run: (args: z.output<Args>, context: OperationContext) => Promise<z.input<Gives>>;
}

/** The row of an operation: the compiler holds `run` to what its schemas say. */
export const operation = <Args extends z.ZodType, Gives extends z.ZodType>(
  each: TeamOperation<Args, Gives>,
): TeamOperation => each as unknown as TeamOperation;
