import { type CallEntry, openCallLog } from '@memora/privacy';
import { memoraPlace } from '@memora/privacy/files';

export {
  askAbout,
  describeRecall,
  openAgentMemory,
  toMemoryJson,
  toRecallResult,
} from '@memora/agent-memory';
export { boundSession, shortMemoryId } from '@memora/agent-memory/internal';
export { openMemory, parseInTime, readNoteBands, readSourceLines } from '@memora/engine';
export { describeIgnored } from '@memora/engine/config';
export { mergeSpans, redactSpan } from '@memora/privacy/internal';

/** Loaded only if the settings name a bridge. */
export const loadBridges = () => import('@memora/bridge');

/** Logs an agent's call, for the vault's page. */
export function recordCall({ vault }: { readonly vault: string }, entry: CallEntry): void {
  openCallLog(memoraPlace(vault, 'calls.jsonl')).append(entry);
}
