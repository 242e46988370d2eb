import { LEARNED_AT_ONCE, readLearningLog, readLeftLearningLog } from '@memora/postgres/internal';
import { z } from 'zod';
import { SCOPE } from './note-operations.ts';
import { operation, type TeamOperation } from './operation.ts';

const PLACE = z.strictObject({
  at: z.iso.datetime(),
  path: z.string().min(1).max(1_100),
  version: z.int().min(1),
});
const LEARNED = z.strictObject({
  entries: z.array(
    PLACE.extend({
      principal: z.string(),
      operation: z.string(),
      memories: z.array(z.string()),
      code: z.string(),
    }),
  ),
  isLast: z.boolean(),
});
/** A page of a learning log; the last entry is the `after` of the next one. */
const toLearned = (entries: Awaited<ReturnType<typeof readLearningLog>>) => ({
  entries: entries.map((entry) => ({ ...entry, memories: [...entry.memories] })),
  isLast: entries.length < LEARNED_AT_ONCE,
});

/**
 * The operations that read the learning logs of scopes: members read those of their own scopes,
 * administrators those of closed scopes.
 */
export const LEARNING_OPERATIONS: Readonly<Record<string, TeamOperation>> = {
  'scope.learned': operation({
    needs: 'memora:admin',
    args: z.strictObject({
      owner: z.string().min(1).max(300),
      after: PLACE.nullable().default(null),
      group: z.boolean().default(false),
    }),
    gives: LEARNED,
    run: async ({ owner, after, group: isGroup }, context) =>
      toLearned(await readLeftLearningLog(context, owner, { after, isGroup })),
  }),
  learned: operation({
    needs: 'memora:read',
    args: z.strictObject({ scope: SCOPE, after: PLACE.nullable().default(null) }),
    gives: LEARNED,
    run: async ({ scope, after }, context) => toLearned(await readLearningLog(scope, { after }, context)),
  }),
};
