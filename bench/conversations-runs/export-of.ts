import type { Chat } from './import-chats.ts';

/** Chats in the form of a Claude export. */
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

/** Chats in the form of a ChatGPT export: each message is a node of a graph, with all its irrelevant fields. */
export function chatGptExportOf(chats: readonly Chat[]): string {
  return JSON.stringify(
    chats.map(({ id, title = '', turns }) => {
      const idOf = (place: number): string => `${id}-${String(place).padStart(30, '0')}`;
      const nodes = turns.map(({ role, text, at }, place) => [
        idOf(place),
        {
          id: idOf(place),
          message: {
            id: idOf(place),
            author: { role, name: null, metadata: {} },
            create_time: Date.parse(at) / 1000 + 0.123_456,
            update_time: null,
            content: { content_type: 'text', parts: [text] },
            status: 'finished_successfully',
            end_turn: true,
            weight: 1,
            metadata: { is_complete: true, timestamp_: 'absolute', parent_id: idOf(place - 1) },
            recipient: 'all',
            channel: null,
          },
          parent: place === 0 ? null : idOf(place - 1),
          children: place + 1 < turns.length ? [idOf(place + 1)] : [],
        },
      ]);
      return {
        title,
        mapping: Object.fromEntries(nodes),
        moderation_results: [],
        current_node: idOf(turns.length - 1),
        plugin_ids: null,
        conversation_id: id,
        id,
      };
    }),
  );
}
