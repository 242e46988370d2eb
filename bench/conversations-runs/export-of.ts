import type { Chat } from './import-chats.ts';

/** Chats as an export of Claude has them. */
export function exportOf(chats: readonly Chat[]): string {
  return JSON.stringify(
    chats.map(({ id, title = '', turns }) => ({
      uuid: id,
      name: title,
      chat_messages: turns.map(({ role, text, at }) => ({
        sender: role === 'user' ? 'human' : 'assistant',
        created_at: at,
        text,
      })),
    })),
  );
}
