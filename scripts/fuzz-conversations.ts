/** `node --conditions=memora-source scripts/fuzz-conversations.ts [cases] [seed]`: conversations that try to forge the words of another speaker. */
import fc from 'fast-check';
import { checkConversation } from '../packages/vault/src/testing-fixtures/check-conversation.ts';
import { anyConversation } from '../packages/vault/src/testing-fixtures/conversation-fragments.ts';
import { type FuzzReport, printFuzz, runCases } from './fuzz/random.ts';

/** Writes and reads conversations. No turn may be forged, merged or lost, and no turn may change how another is read. */
export function fuzzConversations(count: number, seed: number): Promise<FuzzReport> {
  const conversations = fc.sample(anyConversation, { numRuns: count, seed })[Symbol.iterator]();
  return runCases(count, () => checkConversation(conversations.next().value ?? []));
}

if (import.meta.main) await printFuzz('conversations', 100_000, fuzzConversations);
