import { join } from 'node:path';
import { COMMANDS } from '@memora/cli/commands';
import { exampleArgs } from '@memora/cli/example-args';
import type { McpRequest } from '../canary/entry-point.ts';
import { FILES_STEP, MCP_STEP, QUESTION } from './mcp-steps.ts';
import type { OpenSite } from './open-site.ts';
import type { RecordOptions } from './record-process.ts';

/** Names for a step to use: ids of claims in the vault, or made-up ids if it has none. */
export interface StepContext {
  readonly site: OpenSite;
  readonly ids: readonly [string, string, string];
}

/** One action that a person or an agent takes with a vault. */
export interface Step {
  readonly name: string;
  /** The commands, MCP tools, resources and prompts that it drives. The completeness test reads these. */
  readonly covers: readonly string[];
  /** A command line, without the vault. */
  readonly args: (context: StepContext) => readonly string[];
  readonly stdin?: (context: StepContext) => string;
  readonly stop?: RecordOptions['stop'];
  /** It listens for connections from this machine. */
  readonly listens?: true;
  /** Addresses on this machine that the command itself checks, whatever the vault says. */
  readonly connects?: readonly string[];
  /** Runs `memora-mcp` and sends it this, instead of a command line. */
  readonly asks?: (context: StepContext) => readonly McpRequest[];
}

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

/** Most operations need an indexed vault. */
export const INDEX: Step = command('index', 'index');

/** A person accepts the config. */
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
  withArgs('show', 'show', () => ['show', 'pump.md:3']),
  withArgs('show of what is outside', 'show', () => ['show', '../outside/profile:1']),
  command('vaults add brain .', 'vaults add'),
  command('vaults remove brain', 'vaults remove'),
  command('entities merge Ida Idchen', 'entities merge'),
  command('entities split Idchen Ida', 'entities split'),
  withArgs('claims show', 'claims show', ({ ids }) => ['claims', 'show', ids[0]]),
  withArgs('claims history', 'claims history', ({ ids }) => ['claims', 'history', ids[0]]),
  command('claims extract --note pump.md', 'claims extract'),
  command('claims extract --note ../outside/profile', 'claims extract'),
  command('timeline pump', 'timeline'),
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
  command('conversations show conv_none', 'conversations show'),
  command('memory rollback --agent cli --yes', 'memory rollback'),
  command('memory consolidate', 'memory consolidate'),
  command('memory export', 'memory export'),
  command('memory import missing.jsonl --yes', 'memory import'),
  command('memory sync', 'memory sync'),
  command('memory search relay', 'memory search'),
  command('memory edit', 'memory edit'),
  command('memory confirm mem_k3f9q2x7m1ab', 'memory confirm'),
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
  withArgs('receipt check', 'receipt check', ({ site }) => [
    'receipt',
    'check',
    join(site.typed, 'receipt.json'),
  ]),
  command('consolidate --dry-run', 'consolidate'),
  command('consolidate --all --yes', 'consolidate'),
  command('challenge', 'challenge'),
  command('challenge acknowledge 0123456789abcdef --reason seen', 'challenge acknowledge'),
  withArgs('capture', 'capture', () => ['capture', 'The crane is red.', '--privacy', 'secret']),
  withArgs('capture --region notes', 'capture', () => ['capture', 'The crane is red.', '--region', 'notes']),
  command('capture Crane --team', 'capture'),
  withArgs('capture --region ../outside', 'capture', () => [
    'capture',
    'The crane is red.',
    '--region',
    '../outside',
  ]),
  withArgs('ingest', 'ingest', () => ['ingest', '-', '--region', 'notes'], {
    stdin: () => 'The crane is red. See ../outside/profile.',
  }),
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
  command('open --no-browser', 'open', {
    listens: true,
    stop: { when: /127\.0\.0\.1:\d+\/(?!v1)/, afterMs: 20_000 },
  }),
  // The ports that Ollama and LM Studio listen on.
  command('model list', 'model list', { connects: ['127.0.0.1:11434', '127.0.0.1:1234'] }),
  command('model use nobody/none', 'model use'),
  command('model test', 'model test'),
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
  withArgs('demo', 'demo', ({ site }) => ['demo', '--html', join(site.typed, 'demo.html')]),
  command('index --no-contradict', 'index'),
  // Without a server set by the user. A server that a vault names must be ignored.
  command('team login', 'team login'),
  command('team login --forget', 'team login'),
];

const OWN = new Set([...READING, ...WRITING].flatMap(({ covers }) => covers));
/** The example of each command that has no step of its own. They name no database, because a database that a vault names must be ignored. */
const EXAMPLES: readonly Step[] = COMMANDS.filter(
  ({ name, needs }) => !OWN.has(name) && (needs === undefined || needs === 'a database'),
).map((spec) => {
  const args = (vault: string) => exampleArgs(spec, vault);
  return withArgs(args('~/brain').join(' '), spec.name, ({ site }) => args(site.vault));
});

/** Every step, in an order in which each one finds data to work on. */
export const STEPS: readonly Step[] = [...READING, ...EXAMPLES, ...WRITING, MCP_STEP, FILES_STEP];
