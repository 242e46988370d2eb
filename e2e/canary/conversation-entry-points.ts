import { readdirSync } from 'node:fs';
import type { EntryPoint } from './entry-point.ts';
import { told } from './told.ts';

/** The folder where chats are written. Their notes contain the chat text. */
export const CHATS = 'episodic/conversations';

/** Chats that become notes, and questions about them. */
export const CONVERSATION_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'conversations',
    covers: [],
    run: async ({ memora, mcp, program, vault, chats }) => {
      const question = 'What did Ida say about the harbour office and the API key?';
      const driven = await program('./drive-conversations.ts', [chats]);
      return [
        told(driven, '"added":6', '"known":6', 'JSON_TRUNCATED', '"sealed"', 'Ida sings in the choir'),
        { stdout: readdirSync(`${vault}/${CHATS}`, { recursive: true }).join('\n'), stderr: '', code: 0 },
        await memora(['index', '--json']),
        await memora(['query', question, '--json']),
        await memora(['query', question, '--json', '--set', 'llm.provider=none']),
        await memora(['query', 'What is the gate word of Ida?', '--claims', '--json', '--k', '60']),
        await memora(['timeline', 'Ida', '--json']),
        await memora(['privacy', 'audit', '--json']),
        await mcp([
          { method: 'tools/call', params: { name: 'memora_query', arguments: { query: question, k: 60 } } },
          { method: 'tools/call', params: { name: 'memora_query_cited', arguments: { query: question } } },
          ...[...new Set(driven.stdout.match(/conv_[0-9a-z]+/g))].map((id) => ({
            method: 'tools/call',
            params: { name: 'memora_get_note', arguments: { id } },
          })),
          { method: 'resources/list' },
        ]),
        await memora(['report', '--json']),
        await memora(['export']),
      ];
    },
  },
];
