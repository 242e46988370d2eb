/** `node --conditions=memora-source scripts/fuzz-conversations.ts [cases] [seed]`: conversations that try to say what somebody else said. */
import fc from 'fast-check';
import { checkConversation } from '../packages/vault/src/testing-fixtures/check-conversation.ts';
import { anyConversation } from '../packages/vault/src/testing-fixtures/conversation-fragments.ts';
import { type FuzzReport, printFuzz, runCases } from './fuzz/random.ts';

/** Writes and reads conversations: no turn is forged, merged or lost, and none is read otherwise because of another. */
export function fuzzConversations(count: number, seed: number): Promise<FuzzReport> {
  const conversations = fc.sample(anyConversation, { numRuns: count, seed })[Symbol.iterator]();
  return runCases(count, () => checkConversation(conversations.next().value ?? []));
}

if (import.meta.main) await printFuzz('conversations', 100_000, fuzzConversations);
