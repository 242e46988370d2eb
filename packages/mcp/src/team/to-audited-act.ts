import type { AuditedAct } from '@memora/postgres';
import type { ToolResult } from '../protocol/tool-service.ts';

const MOST_IDS = 100;

/** The audit record of a call: its tool, the ids of claims in its answer, and its counts. Nothing of the question or the answer. */
export function toAuditedAct(tool: string, result: ToolResult): AuditedAct {
  if (!result.ok) return { act: tool, detail: { outcome: result.error.code } };
  const { output } = result;
  const claimIds = [...new Set(idsIn(output))].slice(0, MOST_IDS);
  const verified = output['verified_count'] ?? output['verified'];
  const refused = output['problems'];
  return {
    act: tool,
    detail: {
      outcome: 'ok',
      ...(claimIds.length === 0 ? {} : { claimIds }),
      ...(typeof verified === 'number' ? { verified } : {}),
      ...(typeof refused === 'number' ? { refused } : {}),
      ...(typeof output['version'] === 'number' ? { version: output['version'] } : {}),
    },
  };
}

const ID = /^[0-9a-z]{16}$/u;

function* idsIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string') {
    if (/^claim_ids?$/u.test(name) && ID.test(value)) yield value;
  } else if (Array.isArray(value)) for (const each of value) yield* idsIn(each, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* idsIn(each, key);
}
