import { readFile } from 'node:fs/promises';

/** What one run of an entry point left on its outputs. */
export interface Outputs {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** What an entry point is run with. */
export interface EntryContext {
  readonly vault: string;
  readonly question: string;
  /** Ids of claims, secret ones among them, as `claims list --json` gives them. */
  readonly claimIds: readonly string[];
  readonly memora: (
    args: readonly string[],
    options?: { stdin?: string; env?: Record<string, string>; stopAfterMs?: number },
  ) => Promise<Outputs>;
  /** Starts `memora serve` and gives each request to it; returns all that it said. */
  readonly mcp: (requests: readonly McpRequest[]) => Promise<Outputs>;
}

export interface McpRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One way into the product. */
export interface EntryPoint {
  readonly name: string;
  /** Commands, MCP tools, resources and prompts that it drives; the completeness test reads these. */
  readonly covers: readonly string[];
  /** True where the person asked to see secrets: then only what leaves and what is kept is searched. */
  readonly reveals?: boolean;
  readonly run: (context: EntryContext) => Promise<Outputs | readonly Outputs[]>;
}

const call = (name: string, input: object): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});
const cites = (ids: readonly string[]): string =>
  ids
    .slice(0, 60)
    .map((id) => `Ida's door code is 7 and "Bo said" so. [claim:${id}]`)
    .join('\n');

/** A page that a command wrote, as one of its outputs. */
const page = async (path: string): Promise<Outputs> => ({
  stdout: await readFile(path, 'utf8'),
  stderr: '',
  code: 0,
});

/** Every entry point of the product that there is so far. A command, tool or resource that none of them covers fails the suite. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  { name: 'index', covers: ['index'], run: ({ memora }) => memora(['index']) },
  { name: 'index --json', covers: ['index'], run: ({ memora }) => memora(['index', '--full', '--json']) },
  {
    name: 'index --dry-run',
    covers: ['index'],
    run: ({ memora }) => memora(['index', '--dry-run', '--full']),
  },
  {
    name: 'index --extractor llm',
    covers: ['index'],
    run: ({ memora }) => memora(['index', '--full', '--extractor', 'llm', '--json']),
  },
  { name: 'init', covers: ['init'], run: ({ memora }) => memora(['init', '--json']) },
  { name: 'query', covers: ['query'], run: ({ memora, question }) => memora(['query', question]) },
  {
    name: 'query --json --raw',
    covers: ['query'],
    run: ({ memora, question }) => memora(['query', question, '--json', '--raw', '--k', '30']),
  },
  {
    name: 'query --claims',
    covers: ['query'],
    run: ({ memora, question }) => memora(['query', question, '--claims', '--k', '50']),
  },
  {
    name: 'query --claims --json',
    covers: ['query'],
    run: ({ memora, question }) => memora(['query', question, '--claims', '--json', '--k', '50']),
  },
  {
    name: 'query --as-of',
    covers: ['query'],
    run: ({ memora, question }) => memora(['query', question, '--as-of', '2026-03-05', '--json']),
  },
  {
    name: 'verify',
    covers: ['verify'],
    run: ({ memora, claimIds }) => memora(['verify'], { stdin: cites(claimIds) }),
  },
  ...(['json', 'sarif', 'junit'] as const).map(
    (format): EntryPoint => ({
      name: `verify --format ${format}`,
      covers: ['verify'],
      run: ({ memora, claimIds }) => memora(['verify', '--format', format], { stdin: cites(claimIds) }),
    }),
  ),
  {
    name: 'verify --entailment',
    covers: ['verify'],
    run: ({ memora, claimIds }) =>
      memora(['verify', '--fail-unsupported', '--json'], { stdin: cites(claimIds) }),
  },
  {
    name: 'verify --html',
    covers: ['verify'],
    run: async ({ memora, vault, claimIds }) => {
      const file = `${vault}/../proof.html`;
      const answer = cites(claimIds);
      return [
        await memora(['verify', '--html', file, '--reveal', '--quiet', '--json'], { stdin: answer }),
        await page(file),
      ].slice(1);
    },
  },
  {
    name: 'query --reveal',
    covers: ['query'],
    reveals: true,
    run: ({ memora, question }) => memora(['query', question, '--reveal', '--k', '30']),
  },
  { name: 'claims list', covers: ['claims list'], run: ({ memora }) => memora(['claims', 'list']) },
  {
    name: 'claims list --json',
    covers: ['claims list'],
    run: ({ memora }) => memora(['claims', 'list', '--json']),
  },
  {
    name: 'claims show',
    covers: ['claims show'],
    run: async ({ memora, claimIds }) => {
      const shown: Outputs[] = [];
      for (const id of pick(claimIds, 4))
        shown.push(await memora(['claims', 'show', id]), await memora(['claims', 'show', id, '--json']));
      return shown;
    },
  },
  {
    name: 'claims history',
    covers: ['claims history'],
    run: async ({ memora, claimIds }) => {
      const shown: Outputs[] = [];
      for (const id of pick(claimIds, 2))
        shown.push(
          await memora(['claims', 'history', id]),
          await memora(['claims', 'history', id, '--json']),
        );
      return shown;
    },
  },
  {
    name: 'timeline',
    covers: ['timeline'],
    run: async ({ memora }) => [
      await memora(['timeline', 'Ida']),
      await memora(['timeline', 'Ida', '--json']),
    ],
  },
  {
    name: 'review queues',
    covers: ['contradictions', 'stale', 'decisions'],
    run: async ({ memora }) => [
      await memora(['contradictions', '--json']),
      await memora(['contradictions']),
      await memora(['stale', '--json']),
      await memora(['decisions', '--json']),
    ],
  },
  {
    name: 'decisions about claims',
    covers: ['contradictions acknowledge', 'contradictions resolve', 'stale revalidate', 'claims forget'],
    run: async ({ memora, claimIds }) => {
      const [secret = '', other = ''] = claimIds;
      return [
        await memora(['claims', 'forget', secret, '--dry-run', '--json']),
        await memora(['claims', 'forget', secret, '--reason', 'wrong']),
        await memora(['stale', 'revalidate', other, '--reason', 'still so']),
        await memora(['contradictions', 'acknowledge', `${secret}-${other}`]),
        await memora(['contradictions', 'resolve', `${secret}-${other}`, other]),
        await memora(['index', '--full', '--json']),
      ];
    },
  },
  {
    name: 'consolidate, challenge',
    covers: ['consolidate', 'challenge', 'challenge acknowledge'],
    run: async ({ memora }) => {
      const challenged = await memora(['challenge', '--json']);
      const [item] = (parseOrNull(challenged.stdout) as { items?: { id: string }[] } | null)?.items ?? [];
      return [
        challenged,
        await memora(['challenge', '--all']),
        await memora(['challenge', 'acknowledge', item?.id ?? 'none', '--reason', 'seen']),
        await memora(['consolidate', '--dry-run', '--json']),
        await memora(['consolidate']),
        await memora(['consolidate', '--all', '--json']),
      ];
    },
  },
  {
    name: 'privacy audit',
    covers: ['privacy audit'],
    run: async ({ memora }) => [
      await memora(['privacy', 'audit']),
      await memora(['privacy', 'audit', '--json']),
    ],
  },
  { name: 'doctor', covers: ['doctor'], run: ({ memora }) => memora(['doctor', '--json']) },
  {
    name: 'demo',
    covers: ['demo'],
    run: async ({ memora, vault }) => {
      const file = `${vault}/../demo.html`;
      return [await memora(['demo', '--json', '--html', file, '--open']), await page(file)];
    },
  },
  {
    name: 'watch',
    covers: ['watch'],
    run: ({ memora }) => memora(['watch', '--json'], { stopAfterMs: 2_500 }),
  },
  {
    name: 'capture',
    covers: ['capture'],
    run: ({ memora }) => memora(['capture', 'Ida drinks tea at noon.', '--region', 'semantic', '--json']),
  },
  {
    name: 'backup, restore, export',
    covers: ['backup', 'restore', 'export'],
    run: async ({ memora, vault }) => [
      await memora(['backup', `${vault}/../copy.db`, '--json']),
      await memora(['restore', `${vault}/../copy.db`, '--json']),
      await memora(['export']),
      await memora(['export', '--public']),
    ],
  },
  {
    name: 'report',
    covers: ['report'],
    run: async ({ memora, vault }) => {
      const [kept, shared] = [`${vault}/../report.html`, `${vault}/../shared.html`];
      return [
        await memora(['report', '--output', kept, '--json']),
        await page(kept),
        await memora(['report', '--share', '--output', shared]),
        await memora(['report', '--open']),
        await page(shared),
      ];
    },
  },
  {
    name: 'completion, schedule',
    covers: ['completion', 'schedule'],
    run: async ({ memora }) => [await memora(['completion', 'bash']), await memora(['schedule', 'cron'])],
  },
  {
    name: 'privacy erase',
    covers: ['privacy erase'],
    run: async ({ memora, claimIds }) => {
      const [, , claim = ''] = claimIds;
      return [
        await memora(['privacy', 'erase', claim, '--dry-run']),
        await memora(['privacy', 'erase', claim]),
        await memora(['privacy', 'erase', 'semantic/people/kim.md', '--dry-run', '--json']),
        await memora(['privacy', 'erase', 'semantic/people/kim.md', '--json']),
        await memora(['privacy', 'erase', 'semantic/vault-secret.md', '--json']),
        await memora(['privacy', 'erase', 'nothing of that name']),
        await memora(['index', '--full', '--json']),
      ];
    },
  },
  {
    name: 'errors, with debug logs',
    covers: [],
    run: async ({ memora, question }) => {
      const env = { MEMORA_DEBUG: '1', DEBUG: '*', NODE_DEBUG: 'http,net' };
      return [
        await memora(['claims', 'show', 'zzzzzzzzzzzzzzzz'], { env }),
        await memora(['query', question, '--k', '0'], { env }),
        await memora(['query', question, '--region', 'nowhere'], { env }),
        await memora(['verify', 'missing.md'], { env }),
        await memora(['index', '--set', 'llm.provider=nobody'], { env }),
        await memora(['query', question, '--set', 'llm.endpoint=http://127.0.0.1:9/v1'], { env }),
      ];
    },
  },
  {
    name: 'MCP tools',
    covers: [
      'serve',
      'tool memora_query',
      'tool memora_query_cited',
      'tool memora_verify_answer',
      'tool memora_verify_claim',
      'tool memora_get_note',
      'tool memora_capture',
      'tool memora_contradictions',
      'tool memora_stale_claims',
      'tool memora_decisions',
      'tool memora_get_atlas',
      'tool memora_get_world_map',
      'tool memora_consolidate',
      'tool memora_challenge',
    ],
    run: ({ mcp, question, claimIds }) =>
      mcp([
        call('memora_query', { query: question, k: 50 }),
        call('memora_query_cited', { query: question }),
        call('memora_verify_answer', { text: cites(claimIds) }),
        ...pick(claimIds, 12).map((claim_id) => call('memora_verify_claim', { claim_id })),
        ...[
          'ida-note',
          'semantic/people/bo',
          'semantic/vault-secret',
          'bo',
          'vault-secret',
          'unclosed',
          'lea',
          'other-scripts',
          'bad-band',
          'nothing',
        ].map((id) => call('memora_get_note', { id })),
        call('memora_contradictions', {}),
        call('memora_stale_claims', {}),
        call('memora_decisions', {}),
        call('memora_consolidate', { scope: 'all' }),
        call('memora_challenge', {}),
        call('memora_get_world_map', {}),
        call('memora_get_atlas', { region: 'people' }),
        call('memora_get_atlas', { region: 'default' }),
        call('memora_capture', { region: 'semantic', summary: 'Tea', body: 'Ida drinks tea at noon.' }),
        call('memora_capture', { region: '../outside', summary: 'Tea', body: 'x' }),
        call('memora_nothing', {}),
      ]),
  },
  {
    name: 'MCP resources and prompts',
    covers: [
      'serve',
      'resource memora://note/{id}',
      'resource memora://claim/{id}',
      'resource memora://world-map',
      'prompt ask_with_citations',
      'prompt review_today',
    ],
    run: ({ mcp, claimIds, question }) =>
      mcp([
        { method: 'tools/list' },
        { method: 'resources/list' },
        { method: 'resources/templates/list' },
        { method: 'resources/read', params: { uri: 'memora://world-map' } },
        { method: 'prompts/list' },
        { method: 'prompts/get', params: { name: 'ask_with_citations', arguments: { question } } },
        { method: 'prompts/get', params: { name: 'review_today' } },
        ...['ida-note', 'vault-secret', 'bo', 'lea', 'unclosed', 'other-scripts'].map((id) => ({
          method: 'resources/read',
          params: { uri: `memora://note/${id}` },
        })),
        ...pick(claimIds, 12).map((id) => ({
          method: 'resources/read',
          params: { uri: `memora://claim/${id}` },
        })),
      ]),
  },
];

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Some of a list, spread over it. */
function pick<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}
