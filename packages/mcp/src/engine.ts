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

/** Loaded where the settings name a bridge. */
export const loadBridges = () => import('@memora/bridge');

/** Keeps that an agent called, where the page of the vault shows it. */
export function recordCall({ vault }: { readonly vault: string }, entry: CallEntry): void {
  openCallLog(memoraPlace(vault, 'calls.jsonl')).append(entry);
}
