import type { Memory } from '@memora/engine';
import type { TeamMemory, TeamWritten } from '@memora/engine/team';
import * as z from 'zod';
import { filled } from '../../protocol/fields.ts';
import type { ToolInput } from '../../protocol/tool-definition.ts';

/** The team's memory that a tool uses: tools of a team's server always get one. */
export function teamOf(memory: Memory): TeamMemory {
  return memory as unknown as TeamMemory;
}

/** The argument of every tool that writes. */
export const waiting = () => ({
  wait_ms: z.int().min(0).max(30_000).optional().describe('how long to wait for the claims'),
});

/** The additional arguments of a tool that writes text worded by its caller. */
export const writeInputs = () => ({
  idempotency_key: filled(200).optional().describe('the same key makes a repeated call one write'),
  ...waiting(),
});

/** The result of a write. */
export const written = () =>
  z.strictObject({
    path: z.string(),
    version: z.int(),
    indexed: z.boolean(),
    claim_ids: z.array(z.string()),
    wait_for: z.string().optional().describe('pass it to memora_query to include this write'),
    repeated: z.boolean().optional(),
  });

export function toWritten({ path, version, indexed, claimIds, waitFor, isRepeated }: TeamWritten) {
  const [awaited] = Object.entries(waitFor);
  return {
    path,
    version,
    indexed,
    claim_ids: [...claimIds],
    ...(awaited === undefined ? {} : { wait_for: `${awaited[0]}:${awaited[1]}` }),
    ...(isRepeated ? { repeated: true } : {}),
  };
}

/** The options of a write in a checked input. */
export function toWriteOptions({ idempotency_key: key, wait_ms: wait }: ToolInput, signal: AbortSignal) {
  return {
    signal,
    ...(key === undefined ? {} : { key: String(key) }),
    ...(wait === undefined ? {} : { deadline: Number(wait) }),
  };
}
