import type { AllowedEmbedder, openTeamSealing } from '@memora/engine/team';
import type { Acting } from '@memora/postgres';
import type { z } from 'zod';
import type { TeamScope } from '../identify.ts';

/** The dependencies of an operation. */
export interface OperationContext extends Acting {
  readonly sealing: Awaited<ReturnType<typeof openTeamSealing>>;
  /** Identifies the database and the workspace. */
  readonly database: string;
  /** Where a worker on this machine keeps its folders. */
  readonly folder: string;
  /** Days after which no backup contains erased text; null if nobody has set it. */
  readonly backupHorizon: number | null;
  /** The embedders that the operator allows. */
  readonly allowedEmbedders: readonly AllowedEmbedder[];
}

/** An operation of people on a team: the scope that a token needs, its arguments and its result. */
export interface TeamOperation<Args extends z.ZodType = z.ZodType, Gives extends z.ZodType = z.ZodType> {
  readonly needs: TeamScope;
  readonly args: Args;
  readonly gives: Gives;
  readonly run: (args: z.output<Args>, context: OperationContext) => Promise<z.input<Gives>>;
}

/** Defines an operation; the compiler checks `run` against its schemas. */
export const operation = <Args extends z.ZodType, Gives extends z.ZodType>(
  each: TeamOperation<Args, Gives>,
): TeamOperation => each as unknown as TeamOperation;
