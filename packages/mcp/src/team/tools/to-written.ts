import type { Memory } from '@memora/engine';
import type { TeamMemory, TeamWritten } from '@memora/engine/team';
import type { ObjectSchema, ToolInput, ValueSchema } from '../../protocol/tool-definition.ts';

/** A team's memory behind a tool: the tools of a server of a team are given no other. */
export function teamOf(memory: Memory): TeamMemory {
  return memory as unknown as TeamMemory;
}

/** What every tool that writes takes besides. */
export const WRITE_INPUTS = {
  idempotency_key: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'the same key makes a repeated call one write',
  },
  wait_ms: { type: 'integer', minimum: 0, maximum: 30_000, description: 'how long to wait for the claims' },
} as const satisfies Record<string, ValueSchema>;

/** What came of a write. */
export const WRITTEN_SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    version: { type: 'integer' },
    indexed: { type: 'boolean' },
    claim_ids: { type: 'array', items: { type: 'string' } },
    wait_for: { type: 'string', description: 'pass it to memora_query to be answered from this write' },
    repeated: { type: 'boolean' },
  },
  required: ['path', 'version', 'indexed', 'claim_ids'],
};

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

/** The options of a write that a checked input names. */
export function toWriteOptions({ idempotency_key: key, wait_ms: wait }: ToolInput, signal: AbortSignal) {
  return {
    signal,
    ...(key === undefined ? {} : { key: String(key) }),
    ...(wait === undefined ? {} : { deadline: Number(wait) }),
  };
}
