import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CHATS } from './conversation-entry-points.ts';
import type { EntryPoint, McpRequest } from './entry-point.ts';
import { told } from './told.ts';

const call = (name: string, input: object): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});

/** The agent's memories, and notes that used to be memories. */
export const REMEMBERED = ['semantic/memory', 'episodic/memory', 'procedural/memory', '.trash/memora'];

/** What a person writes in the protocol's files and in a session's prefix, secrets included. */
export const PERSONS_FILES = [
  'MEMORY.md',
  'memories/told.md',
  `episodic/daily/${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}.md`,
];

/** What an agent remembers, secrets included, and what it recalls from these memories and from the notes. */
export const MEMORY_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'memory',
    covers: [
      'memory',
      'memory stats',
      'memory edit',
      'memory search',
      'memory list',
      'memory show',
      'memory save',
      'memory forget',
      'memory restore',
      'memory held',
      'memory log',
      'memory rollback',
      'memory consolidate',
      'memory export',
      'memory import',
      'memory sync',
      'memory detect',
      'memory audit',
      'memory confirm',
    ],
    run: async ({ memora, question }) => {
      const saved = await memora(['memory', 'save', 'The relay of Harbor hums at night.', '--json']);
      const id = /mem_[0-9a-z]{12}/u.exec(saved.stdout)?.[0] ?? '';
      return [
        told(saved, 'mem_'),
        await memora(['memory', 'search', question, '--json']),
        await memora(['memory', 'list', '--json']),
        await memora(['memory', 'show', id]),
        await memora(['memory', 'stats']),
        await memora(['memory']),
        await memora(['memory', 'held']),
        await memora(['memory', 'log', '--json']),
        await memora(['memory', 'rollback', '--agent', 'cli', '--dry-run', '--json']),
        await memora(['memory', 'rollback', '--source', question]),
        await memora(['memory', 'consolidate', '--json']),
        await memora(['memory', 'export']),
        await memora(['memory', 'export', '--format', 'json']),
        await memora(['memory', 'export', '--format', 'pam']),
        await memora(['memory', 'export', '--format', 'markdown', '--public']),
        await memora(['memory', 'import', 'missing.jsonl', '--yes', '--json']),
        await memora(['memory', 'sync', '--dry-run']),
        await memora(['memory', 'detect', '--json']),
        await memora(['memory', 'edit']),
        await memora(['memory', 'audit', '.', '--against', '.', '--format', 'sarif']),
        await memora(['memory', 'audit', '.', '--against', '.', '--format', 'junit', '--fail-on', 'none']),
        await memora(['memory', 'audit', '.', '--against', '.', '--json']),
        await memora(['memory', 'audit', '.', '--against', '.', '--format', 'html']),
        await memora(['memory', 'confirm', id]),
        await memora(['memory', 'forget', id, '--reason', 'a trial']),
        await memora(['memory', 'restore', id]),
        await memora(['memory', 'rollback', '--agent', 'cli', '--erase', '--yes', '--json']),
      ];
    },
  },
  {
    name: 'memory hook',
    covers: ['memory hook', 'memory record'],
    run: async ({ memora, vault, chats }) => {
      // A transcript whose statements are also in notes.
      const transcript = `${vault}/${CHATS}/transcript.jsonl`;
      mkdirSync(`${vault}/${CHATS}`, { recursive: true });
      const turns = [...chats.matchAll(/\{"sender":"(human|assistant)","text":("(?:[^"\\]|\\.)*")/g)];
      const lines = turns.map(([, sender, text = '""']) => {
        const role = sender === 'human' ? 'user' : 'assistant';
        const content: unknown = JSON.parse(text);
        return JSON.stringify({ type: role, sessionId: 'first', message: { role, content } });
      });
      writeFileSync(transcript, `${lines.join('\n')}\n`);
      const hook = (event: string, session: string) =>
        memora(['memory', 'hook', event, '--set', 'memory.record=always'], {
          stdin: JSON.stringify({
            session_id: session,
            hook_event_name: event,
            transcript_path: transcript,
            // The notes answer it, whatever was remembered and retracted before.
            prompt: 'harbour office',
          }),
        });
      return [
        told(await hook('SessionStart', 'first'), 'additionalContext'),
        told(await hook('UserPromptSubmit', 'first'), 'additionalContext'),
        await hook('Stop', 'first'),
        await hook('PreCompact', 'first'),
        await hook('SessionEnd', 'first'),
        told(await hook('SessionStart', 'second'), 'additionalContext'),
        told(await hook('UserPromptSubmit', 'second'), 'additionalContext'),
        await memora(['memory', 'record', 'never']),
        await memora(['memory', 'hook', 'SessionEnd'], { stdin: '{"session_id": "cut' }),
      ];
    },
  },
  {
    name: 'MCP memory files',
    covers: ['tool memory'],
    run: async ({ mcp, memora, question, vault, capture }) => {
      const open = 'The lamp of Harbor is green.';
      for (const path of PERSONS_FILES) {
        mkdirSync(dirname(`${vault}/${path}`), { recursive: true });
        writeFileSync(
          `${vault}/${path}`,
          `${path.startsWith('memories/') ? '---\nsource: agent\n---\n' : ''}${open}\n<!--privacy:secret-->${capture}<!--/privacy-->\n<!--privacy:secret-->\n${capture} again.\n`,
        );
      }
      const file = (command: string, path: string, more: object = {}) =>
        call('memory', { command, path, ...more });
      const [written, pinned] = ['/memories/told.md', '/memories/MEMORY.md'];
      const seen = await mcp(
        [
          { method: 'tools/list' },
          file('view', '/memories'),
          file('view', pinned),
          file('view', written),
          file('view', written, { view_range: [2, 3] }),
          // The answer repeats the agent's own words, so the agent guesses at the words around the hidden text.
          ...[open, 'The harbour pilot', ' moved to ', 'again.', ''].map((old_str) =>
            file('str_replace', written, { old_str, new_str: 'The lamp is off.' }),
          ),
          // An edit that would move hidden text out of its marker.
          file('str_replace', written, { old_str: '<!--privacy:secret-->', new_str: '' }),
          file('insert', written, { insert_line: 1, insert_text: '<!--/privacy-->' }),
          file('insert', written, { insert_line: 99, insert_text: 'Far.' }),
          file('insert', pinned, { insert_line: 0, insert_text: 'Near.' }),
          call('memory', { command: 'rename', old_path: written, new_path: '/memories/deep/told.txt' }),
          file('view', '/memories/deep/told.txt'),
          file('view', '/memories/../semantic/people/ida.md'),
          file('delete', '/memories/deep'),
          file('view', written),
        ],
        ['--tools', 'files'],
      );
      const events = ['SessionStart', 'UserPromptSubmit'].map((event) =>
        memora(['memory', 'hook', event], {
          stdin: JSON.stringify({ session_id: 'with files', hook_event_name: event, prompt: question }),
        }),
      );
      return [
        told(seen, open, '[redacted]', 'edited', 'Successfully renamed', 'Successfully deleted'),
        ...(await Promise.all(events)),
        told(
          await memora(['memory', 'hook', 'SessionStart'], { stdin: '{"session_id":"a third"}' }),
          open,
          '[redacted]',
        ),
        await memora(['index', '--json']),
      ];
    },
  },
  {
    name: 'MCP memory tools',
    covers: [
      'tool memora_remember',
      'tool memora_recall',
      'tool memora_get_memories',
      'tool memora_list',
      'tool memora_supersede',
      'tool memora_forget',
      'tool memora_context',
      'tool memora_reflect',
      'resource memora://memory/{id}',
    ],
    run: async ({ mcp, question, capture, claimIds }) => {
      const saved = await mcp([
        call('memora_remember', { content: 'The relay of Harbor hums at night.', entity: 'Harbor' }),
        call('memora_remember', { content: capture.slice(0, 1500), privacy: 'secret', tags: ['canary'] }),
        call('memora_remember', { content: question }),
        call('memora_recall', { query: question, limit: 50 }),
        call('memora_context', { question, budget: 40_000 }),
        call('memora_reflect', {}),
      ]);
      const ids = [...new Set(saved.stdout.match(/mem_[0-9a-z]{5,12}/gu))];
      const read = await mcp([
        call('memora_recall', { query: question, limit: 50 }),
        call('memora_recall', { query: 'What does Ida keep secret?', limit: 50, as_of: '2026-01-01' }),
        call('memora_list', {}),
        call('memora_get_memories', { ids: [...ids, ...claimIds.slice(0, 3)] }),
        call('memora_supersede', { id: ids[0] ?? '', content: 'The relay of Harbor hums by day.' }),
        call('memora_supersede', { id: claimIds[0] ?? '', content: question }),
        call('memora_forget', { id: ids[0] ?? '', reason: question }),
        call('memora_forget', { id: claimIds[0] ?? '', reason: 'guess' }),
        { method: 'resources/read', params: { uri: 'memora://pinned' } },
        ...ids.map((id) => ({ method: 'resources/read', params: { uri: `memora://memory/${id}` } })),
      ]);
      return [told(saved, 'mem_'), told(read, 'hums')];
    },
  },
  {
    name: 'agent memory',
    covers: [],
    run: async ({ agent, question }) => told(await agent(question), 'prefix', 'decision', 'saved'),
  },
];
