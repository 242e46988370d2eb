import type { Memory } from '../memory.ts';
import type { Session } from './open-session.ts';

/** The conversations of the vault. The code that reads and writes them is loaded on first use. */
export function createConversations(
  { vault, claims, readNote, bandSettings: settings }: Session,
  index: Memory['index'],
): Pick<Memory, 'conversations' | 'conversation' | 'importConversations'> {
  const ports = { claims, readNote, settings };
  return {
    conversations: async (asked = {}) => {
      const { listConversations } = await import('../conversations/read-conversations.ts');
      return listConversations(asked, ports);
    },
    conversation: async (id, asked = {}) => {
      const { readConversation } = await import('../conversations/read-conversations.ts');
      return readConversation(id, asked, ports);
    },
    importConversations: async function* (input, asked = {}) {
      const { importIntoMemory } = await import('../conversations/import-into-memory.ts');
      yield* importIntoMemory(input, asked, {
        vault,
        index: (signal) => index({ writeNotes: false, ...(signal === undefined ? {} : { signal }) }),
      });
    },
  };
}
