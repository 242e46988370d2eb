import { join } from 'node:path';
import type { McpRequest } from '../canary/entry-point.ts';
import type { OpenSite } from './open-site.ts';
import type { RecordOptions } from './record-process.ts';

/** What a step may name: ids of claims that the vault has by then, made-up ones where it has none. */
export interface StepContext {
  readonly site: OpenSite;
  readonly ids: readonly [string, string, string];
}

/** One thing that a person or an agent does with a vault. */
export interface Step {
  readonly name: string;
  /** Commands, MCP tools, resources and prompts that it drives; the completeness test reads these. */
  readonly covers: readonly string[];
  /** A command line, without the vault. */
  readonly args: (context: StepContext) => readonly string[];
  readonly stdin?: (context: StepContext) => string;
  readonly stop?: RecordOptions['stop'];
  /** It waits for connections of this machine. */
  readonly listens?: true;
  /** Runs `memora-mcp` and speaks this with it, in place of a command line. */
  readonly asks?: (context: StepContext) => readonly McpRequest[];
}

const QUESTION = 'At how many bar does the pump run?';

const command = (line: string, covers: string, more: Partial<Step> = {}): Step => ({
  name: line,
  covers: [covers],
  args: () => line.split(' '),
  ...more,
});
const withArgs = (name: string, covers: string, args: Step['args'], more: Partial<Step> = {}): Step => ({
  name,
  covers: [covers],
  args,
  ...more,
});

const hook = (event: string): Step =>
  command(`memory hook ${event} --set memory.record=always`, 'memory hook', {
    stdin: ({ site }) =>
      JSON.stringify({
        session_id: '../../outside/session',
        hook_event_name: event,
        transcript_path: join(site.typed, 'no-transcript.jsonl'),
        prompt: QUESTION,
      }),
  });

/** A vault is indexed before most things are done with it. */
export const INDEX: Step = command('index', 'index');

/** A person says yes to the config. */
export const ACCEPT: Step = command('trust --yes', 'trust');

const READING: readonly Step[] = [
  command('doctor', 'doctor'),
  command('index --dry-run --full', 'index'),
  withArgs('query', 'query', () => ['query', QUESTION]),
  command('chat --proof', 'chat', { stdin: () => `${QUESTION}\n` }),
  withArgs('query --claims --json', 'query', () => ['query', QUESTION, '--claims', '--json', '--reveal']),
  withArgs('query --as-of', 'query', () => ['query', QUESTION, '--as-of', '2026-03-05', '--raw']),
  command('claims list', 'claims list'),
  command('claims list --json', 'claims list'),
  withArgs('claims show', 'claims show', ({ ids }) => ['claims', 'show', ids[0]]),
  withArgs('claims history', 'claims history', ({ ids }) => ['claims', 'history', ids[0]]),
  command('claims extract --note pump.md', 'claims extract'),
  command('claims extract --note ../outside/profile', 'claims extract'),
  command('timeline pump', 'timeline'),
  command('contradictions', 'contradictions'),
  command('stale', 'stale'),
  command('decisions', 'decisions'),
  withArgs('privacy audit', 'privacy audit', () => ['privacy', 'audit', '--question', QUESTION]),
  command('privacy feedback', 'privacy feedback'),
  command('privacy erase pump.md --dry-run', 'privacy erase'),
  command('export', 'export'),
  command('export --public', 'export'),
  command('completion bash', 'completion'),
  command('completion zsh', 'completion'),
  command('completion fish', 'completion'),
  command('schedule cron', 'schedule'),
  command('schedule systemd', 'schedule'),
  command('schedule launchd', 'schedule'),
  command('trust', 'trust'),
  command('conversations list', 'conversations list'),
  command('conversations show conv_none', 'conversations show'),
  command('memory', 'memory'),
  command('memory stats', 'memory stats'),
  command('memory list', 'memory list'),
  command('memory held', 'memory held'),
  command('memory log', 'memory log'),
  command('memory rollback --agent cli --yes', 'memory rollback'),
  command('memory search relay', 'memory search'),
  command('memory show mem_k3f9q2x7m1ab', 'memory show'),
  command('memory edit', 'memory edit'),
  command('memory confirm mem_k3f9q2x7m1ab', 'memory confirm'),
  command('memory forget mem_k3f9q2x7m1ab', 'memory forget'),
  command('memory restore mem_k3f9q2x7m1ab', 'memory restore'),
  command('memory save ok', 'memory save'),
  command('memory record', 'memory record'),
  command('memory audit . --against .', 'memory audit'),
  hook('SessionStart'),
  hook('UserPromptSubmit'),
  hook('SessionEnd'),
];

const WRITING: readonly Step[] = [
  command('index --full --json', 'index'),
  command('index --extractor llm', 'index'),
  command('init', 'init'),
  command('notes autofill', 'notes autofill'),
  command('notes autofill --yes', 'notes autofill'),
  withArgs(
    'verify --html --receipt',
    'verify',
    ({ site }) => [
      'verify',
      '--html',
      join(site.typed, 'proof.html'),
      '--receipt',
      join(site.typed, 'receipt.json'),
    ],
    { stdin: ({ ids }) => `The pump runs at 40 bar. [claim:${ids[0]}]\n` },
  ),
  command('consolidate --dry-run', 'consolidate'),
  command('consolidate --all --yes', 'consolidate'),
  command('challenge', 'challenge'),
  command('challenge acknowledge 0123456789abcdef --reason seen', 'challenge acknowledge'),
  withArgs('capture', 'capture', () => ['capture', 'The crane is red.', '--privacy', 'secret']),
  withArgs('capture --region notes', 'capture', () => ['capture', 'The crane is red.', '--region', 'notes']),
  withArgs('capture --region ../outside', 'capture', () => [
    'capture',
    'The crane is red.',
    '--region',
    '../outside',
  ]),
  withArgs('ingest', 'ingest', () => ['ingest', '-', '--region', 'notes'], {
    stdin: () => 'The crane is red. See ../outside/profile.',
  }),
  command('ingest list', 'ingest list'),
  command('ingest refresh', 'ingest refresh'),
  command('ingest remove nothing-01234567', 'ingest remove'),
  withArgs('conversations import', 'conversations import', () => ['conversations', 'import', '-'], {
    stdin: () => JSON.stringify([{ role: 'user', content: 'The crane is red.' }]),
  }),
  command('report', 'report'),
  withArgs('report --share', 'report', ({ site }) => [
    'report',
    '--share',
    '--output',
    join(site.typed, 'shared.html'),
  ]),
  command('report --watch', 'report', {
    listens: true,
    stop: { when: /127\.0\.0\.1:\d+\/(?!v1)/, afterMs: 20_000 },
  }),
  command('watch --json', 'watch', {
    stop: { when: /"notes_indexed"|"type":"(?:indexed|problem)"/, afterMs: 4_000 },
  }),
  command('serve --http 0', 'serve', { listens: true, stop: { when: /listening/, afterMs: 5_000 } }),
  command('serve', 'serve'),
  withArgs('contradictions acknowledge', 'contradictions acknowledge', ({ ids }) => [
    'contradictions',
    'acknowledge',
    `${ids[0]}-${ids[1]}`,
  ]),
  withArgs('contradictions resolve', 'contradictions resolve', ({ ids }) => [
    'contradictions',
    'resolve',
    `${ids[0]}-${ids[1]}`,
    ids[0],
  ]),
  withArgs('stale revalidate', 'stale revalidate', ({ ids }) => ['stale', 'revalidate', ids[1]]),
  withArgs('claims forget', 'claims forget', ({ ids }) => ['claims', 'forget', ids[2], '--reason', 'wrong']),
  withArgs('backup', 'backup', ({ site }) => ['backup', join(site.typed, 'copy.db')]),
  withArgs('restore of a copy', 'restore', ({ site }) => ['restore', join(site.typed, 'copy.db')]),
  withArgs('restore of a database of the vault', 'restore', ({ site }) => [
    'restore',
    join(site.vault, 'shipped.db'),
  ]),
  command('key rotate', 'key rotate'),
  command('privacy erase notes/ida.md', 'privacy erase'),
  command('privacy feedback --reset', 'privacy feedback'),
  command('doctor --repair', 'doctor'),
  command('setup --dry-run', 'setup'),
  command('setup --yes', 'setup'),
  command('setup --remove --yes', 'setup'),
  command('trust --refuse', 'trust'),
  withArgs('restore --unknown', 'restore', ({ site }) => [
    'restore',
    '--unknown',
    join(site.vault, 'shipped.db'),
  ]),
  ...[
    'init',
    'migrate',
    'member list',
    'scope list',
    'push',
    'pull',
    'promote pump.md',
    'erase pump.md',
    'worker --once',
    'status',
  ].map((line) =>
    // No database is named: what a vault says of one must not be listened to.
    command(`team ${line}`, `team ${line.split(' ')[0]}`),
  ),
  withArgs('demo', 'demo', ({ site }) => ['demo', '--html', join(site.typed, 'demo.html')]),
  command('index --no-contradict', 'index'),
];

const call = (name: string, input: object = {}): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});
const read = (uri: string): McpRequest => ({ method: 'resources/read', params: { uri } });

/** Everything that an agent can ask, in one process of `memora-mcp`. */
export const MCP_STEP: Step = {
  name: 'memora-mcp',
  covers: [
    'query query_cited verify_answer verify_claim get_note get_atlas get_world_map capture consolidate stale_claims',
    'contradictions challenge decisions remember recall get_memories supersede forget context ingest',
  ]
    .flatMap((line) => line.split(' '))
    .map((name) => `tool memora_${name}`)
    .concat(
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
  asks: ({ ids, site }) => [
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
    ...['notes', '../outside', site.outside, '.memora'].map((region) => call('memora_get_atlas', { region })),
    call('memora_get_world_map'),
    call('memora_contradictions'),
    call('memora_stale_claims'),
    call('memora_decisions'),
    call('memora_challenge'),
    call('memora_consolidate', { scope: 'all' }),
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
    call('memora_ingest', { name: 'a.html', text: `<p>Red.</p><img src="file://${site.outside}/profile">` }),
    call('memora_ingest', { url: 'http://127.0.0.1:9/' }),
    call('memora_recall', { query: QUESTION }),
    call('memora_context', { question: QUESTION }),
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
  ],
};

/** Every step, in an order in which each finds something to do. */
export const STEPS: readonly Step[] = [...READING, ...WRITING, MCP_STEP];
