import { join } from 'node:path';
import { exampleInput, vaultTools } from '@memora/mcp/example-calls';
import type { McpRequest } from '../canary/entry-point.ts';
import type { Step } from './steps.ts';

/** Requests to a server on a hostile vault. */
export const QUESTION = 'At how many bar does the pump run?';

const call = (name: string, input: object = {}): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});
const read = (uri: string): McpRequest => ({ method: 'resources/read', params: { uri } });

const TOOLS = vaultTools().filter(({ isFiles }) => isFiles !== true);

/** The calls, and the example of each tool that none of them calls. */
function withExamples(claimId: string, calls: readonly McpRequest[]): McpRequest[] {
  const asked = new Set(calls.map(({ params }) => params?.['name']));
  const others = TOOLS.filter(({ name }) => !asked.has(name));
  return [...calls, ...others.map((tool) => call(tool.name, exampleInput(tool, claimId)))];
}

/** Every request that an agent can make, in one process of `memora-mcp`. */
export const MCP_STEP: Step = {
  name: 'memora-mcp',
  covers: TOOLS.map(({ name }) => `tool ${name}`).concat(
    'resource memora://note/{id}',
    'resource memora://claim/{id}',
    'resource memora://world-map',
    'resource memora://memory/{id}',
    'resource memora://pinned',
    'prompt ask_with_citations',
    'prompt review_today',
    'prompt reflect_on_work',
    'prompt end_session',
  ),
  args: () => ['--tools', 'ingest'],
  asks: ({ ids, site }) =>
    withExamples(ids[0] ?? '', [
      { method: 'tools/list' },
      { method: 'resources/list' },
      { method: 'resources/templates/list' },
      { method: 'prompts/list' },
      { method: 'prompts/get', params: { name: 'ask_with_citations', arguments: { question: QUESTION } } },
      { method: 'prompts/get', params: { name: 'review_today' } },
      { method: 'prompts/get', params: { name: 'reflect_on_work', arguments: { work: QUESTION } } },
      { method: 'prompts/get', params: { name: 'end_session' } },
      call('memora_query', { query: QUESTION, k: 50 }),
      call('memora_query_cited', { query: QUESTION }),
      call('memora_verify_answer', { text: `The pump runs at 40 bar. [claim:${ids[0]}]` }),
      call('memora_verify_claim', { claim_id: ids[0] }),
      ...[
        'pump',
        'ida',
        '../outside/profile',
        join(site.outside, 'profile'),
        '/etc/passwd',
        'a\0b',
        '..\\outside',
      ].flatMap((id) => [call('memora_get_note', { id }), read(`memora://note/${encodeURIComponent(id)}`)]),
      ...['notes', '../outside', site.outside, '.memora'].map((region) =>
        call('memora_get_atlas', { region }),
      ),
      call('memora_capture', { region: 'notes', summary: 'Crane', body: 'The crane is red.' }),
      call('memora_capture', { region: '../outside', summary: 'Crane', body: 'The crane is red.' }),
      call('memora_capture', {
        region: '.memora',
        summary: '../../x',
        body: 'The crane is red.',
        privacy: 'secret',
      }),
      call('memora_remember', { content: 'The crane is red and stands in Porto.' }),
      call('memora_remember', {
        content: 'The crane is blue and stands in Porto.',
        tags: ['../outside'],
        entity: '../../x',
      }),
      call('memora_ingest', {
        name: 'crane.vtt',
        text: 'WEBVTT\n\n00:02.000 --> 00:04.000\nThe crane is red.\n',
      }),
      call('memora_ingest', { name: '../outside/profile', text: 'The crane is red.', region: '../outside' }),
      call('memora_ingest', {
        name: 'a.html',
        text: `<p>Red.</p><img src="file://${site.outside}/profile">`,
      }),
      call('memora_ingest', { url: 'http://127.0.0.1:9/' }),
      call('memora_recall', { query: QUESTION }),
      call('memora_context', { question: QUESTION }),
      call('memora_reflect', {}),
      ...['mem_k3f9q2x7m1ab', '../outside/profile'].flatMap((id) => [
        call('memora_get_memories', { ids: [id] }),
        call('memora_supersede', { id, content: 'The crane is green and stands in Porto.' }),
        call('memora_forget', { id, reason: 'a trial' }),
        read(`memora://memory/${encodeURIComponent(id)}`),
      ]),
      read('memora://pinned'),
      read('memora://world-map'),
      read(`memora://claim/${ids[0]}`),
      read('memora://claim/../../etc/passwd'),
      read('file:///etc/passwd'),
    ]),
};

/** The commands of the file protocol in a separate process, because the server offers only that protocol then. */
export const FILES_STEP: Step = {
  name: 'memora-mcp --tools files',
  covers: ['tool memory'],
  args: () => ['--tools', 'files'],
  asks: ({ site }) => [
    call('memory', { command: 'create', path: '/memories/crane.md', file_text: 'The crane is red.\n' }),
    ...[
      '/memories',
      '/memories/crane.md',
      '/memories/MEMORY.md',
      '/memories/../../outside/profile',
      `/memories/${site.outside}/profile`,
      '/memories/%2e%2e/outside/profile',
      join(site.outside, 'profile'),
    ].flatMap((path) => [
      call('memory', { command: 'view', path }),
      call('memory', { command: 'create', path, file_text: 'The crane is red.' }),
      call('memory', { command: 'str_replace', path, old_str: 'red', new_str: 'blue' }),
      call('memory', { command: 'insert', path, insert_line: 0, insert_text: 'Cranes' }),
      call('memory', { command: 'rename', old_path: path, new_path: '/memories/../outside/crane.md' }),
      call('memory', { command: 'rename', old_path: '/memories/crane.md', new_path: path }),
    ]),
    ...['/memories/../outside', '/memories', '/memories/crane.md'].map((path) =>
      call('memory', { command: 'delete', path }),
    ),
  ],
};
