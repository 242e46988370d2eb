import { chooseEmbedder, readChosenEmbedder, readTeamStatus, type ScopeStatus } from '@memora/postgres';
import { z } from 'zod';
import { type OperationContext, operation, type TeamOperation } from './operation.ts';

/**
 * The operations on a workspace's embedder. Its address and its key are the operator's, and no answer
 * contains them.
 */
export const EMBEDDER_OPERATIONS: Readonly<Record<string, TeamOperation>> = {
  'embedder.list': operation({
    needs: 'memora:read',
    args: z.strictObject({}),
    gives: z.strictObject({
      chosen: z.string(),
      embedders: z.array(
        z.strictObject({
          name: z.string(),
          provider: z.string(),
          model: z.string().nullable(),
          dimensions: z.int().nullable(),
        }),
      ),
    }),
    run: async (_, context) => ({
      chosen: await readChosenEmbedder(context),
      embedders: context.allowedEmbedders.map((each) => ({ ...each })),
    }),
  }),
  'embedder.use': operation({
    needs: 'memora:admin',
    args: z.strictObject({ name: z.string().min(1).max(40) }),
    gives: z.strictObject({ name: z.string(), scopes: z.int() }),
    run: async ({ name }, context) => {
      const names = context.allowedEmbedders.map((each) => each.name);
      return { name, scopes: await chooseEmbedder(context, name, names) };
    },
  }),
};

/** Reads the state of every scope. An embedder that the operator no longer allows has a problem of its own. */
export async function readStatus(context: OperationContext): Promise<readonly ScopeStatus[]> {
  const isAllowed = (name: string) => context.allowedEmbedders.some((each) => each.name === name);
  return (await readTeamStatus(context)).map(({ vectors, ...scope }) => ({
    ...scope,
    vectors: {
      ...vectors,
      waiting: vectors.waiting.map((each) =>
        isAllowed(each.embedder) ? each : { ...each, problem: 'EMBEDDER_UNKNOWN' },
      ),
    },
  }));
}
