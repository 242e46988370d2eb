import type { CallEntry } from '@memora/privacy';
import type { ToolResult } from './tool-service.ts';

const MOST_IDS = 20;
const LONGEST_NAME = 80;

/** The log entry of a call: no text of the call or its result. */
export function toCallEntry(tool: string, client: string | null, result: ToolResult): CallEntry {
  const claimIds = new Set<string>();
  let redacted = 0;
  const look = (value: unknown): void => {
    if (value === '[redacted]') redacted++;
    else if (Array.isArray(value)) for (const each of value) look(each);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) {
        if (name === 'claim_id' && typeof each === 'string' && claimIds.size < MOST_IDS) claimIds.add(each);
        else if (name === 'body_redacted' && each === true) redacted++;
        else look(each);
      }
  };
  if (result.ok) look(result.output);
  return {
    at: new Date().toISOString(),
    client: client?.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_NAME) ?? null,
    tool,
    code: result.ok ? null : result.error.code,
    size: result.ok ? JSON.stringify(result.output).length : 0,
    redacted,
    claimIds: [...claimIds],
  };
}
