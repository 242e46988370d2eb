import { readdirSync } from 'node:fs';
import { ANSWER_ENTRY_POINTS } from './answer-entry-points.ts';
import { pick } from './cite-claims.ts';
import { CONVERSATION_ENTRY_POINTS } from './conversation-entry-points.ts';
import { DATABASE_ENTRY_POINTS } from './database-entry-points.ts';
import type { EntryPoint, Outputs } from './entry-point.ts';
import { exampleEntryPoints } from './example-entry-points.ts';
import { KEEPING_ENTRY_POINTS } from './keeping-entry-points.ts';
import { MCP_ENTRY_POINTS } from './mcp-entry-points.ts';
import { MEMORY_ENTRY_POINTS } from './memory-entry-points.ts';
import { page } from './page.ts';
import { PAGE_ENTRY_POINTS } from './page-entry-points.ts';
import { TEAM_ENTRY_POINTS } from './team-entry-points.ts';
import { VERIFY_ENTRY_POINTS } from './verify-entry-points.ts';

/** Every entry point of the product. A command, tool or resource that none of them covers fails the suite. */
const ALL: readonly EntryPoint[] = [
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
  {
    name: 'index, a model judging conflicts',
    covers: ['index'],
    run: ({ memora }) => memora(['index', '--full', '--json'], { env: { MEMORA_CLAIMS_JUDGE: 'llm' } }),
  },
  { name: 'init', covers: ['init'], run: ({ memora }) => memora(['init', '--json']) },
  {
    name: 'query',
    covers: ['query'],
    run: ({ memora, question }) => memora(['query', question, '--set', 'retrieval.learn_from_use=true']),
  },
  {
    name: 'chat',
    covers: ['chat'],
    run: ({ memora, question }) => memora(['chat', '--proof'], { stdin: `${question}\n` }),
  },
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
  ...VERIFY_ENTRY_POINTS,
  {
    name: 'AI SDK',
    covers: [
      'sdk memoraTools',
      'sdk memora_capture',
      'sdk memora_query',
      'sdk memora_query_cited',
      'sdk memora_verify_answer',
      'sdk verifiedStream',
      'sdk withMemora',
    ],
    run: ({ sdk, question, capture, claimIds }) => sdk(question, capture, pick(claimIds, 20)),
  },
  // These embed with a local model. The entry points before them use the cloud's embeddings.
  ...ANSWER_ENTRY_POINTS,
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
    name: 'show',
    covers: ['show'],
    run: async ({ memora, vault }) => {
      const shown: Outputs[] = [];
      const files = readdirSync(vault, { recursive: true, encoding: 'utf8' });
      const notes = files.filter((file) => file.endsWith('.md') && !file.startsWith('.')).sort();
      for (const note of pick(notes, 4))
        shown.push(await memora(['show', note]), await memora(['show', `${note}:5`, '--json']));
      return shown;
    },
  },
  {
    name: 'claims extract',
    covers: ['claims extract'],
    run: async ({ memora, vault }) => {
      const shown: Outputs[] = [];
      const files = readdirSync(vault, { recursive: true, encoding: 'utf8' });
      const notes = files.filter((file) => file.endsWith('.md') && !file.startsWith('.')).sort();
      for (const note of pick(notes, 4))
        shown.push(
          await memora(['claims', 'extract', '--note', note]),
          await memora(['claims', 'extract', '--note', note, '--json']),
        );
      return shown;
    },
  },
  {
    name: 'claims history',
    covers: ['claims history', 'claims refused', 'entities', 'entities merge', 'entities split'],
    run: async ({ memora, claimIds }) => {
      const shown: Outputs[] = [
        await memora(['claims', 'refused']),
        await memora(['claims', 'refused', '--json']),
        await memora(['entities']),
        await memora(['entities', '--propose', '--json']),
        await memora(['entities', 'merge', 'Ida', 'Idchen']),
        await memora(['entities', 'split', 'Idchen', 'Ida Berg', '--json']),
      ];
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
    covers: ['consolidate', 'today', 'challenge', 'challenge acknowledge'],
    run: async ({ memora }) => {
      const challenged = await memora(['challenge', '--json']);
      const [item] = (parseOrNull(challenged.stdout) as { items?: { id: string }[] } | null)?.items ?? [];
      return [
        challenged,
        await memora(['challenge', '--all']),
        await memora(['today']),
        await memora(['challenge', 'acknowledge', item?.id ?? 'none', '--reason', 'seen']),
        await memora(['consolidate', '--dry-run', '--json']),
        await memora(['consolidate']),
        await memora(['consolidate', '--yes']),
        await memora(['consolidate', '--yes', '--all', '--json']),
      ];
    },
  },
  {
    name: 'notes autofill',
    covers: ['notes autofill'],
    run: async ({ memora }) => [
      await memora(['notes', 'autofill']),
      await memora(['notes', 'autofill', '--json']),
      await memora(['notes', 'autofill', '--yes', '--json']),
    ],
  },
  {
    name: 'privacy audit',
    covers: ['privacy audit', 'privacy feedback'],
    run: async ({ memora, question }) => [
      await memora(['privacy', 'audit']),
      await memora(['privacy', 'audit', '--json']),
      await memora(['privacy', 'audit', '--question', question]),
      await memora(['privacy', 'audit', '--question', question, '--json']),
      await memora(['privacy', 'feedback', '--json']),
      await memora(['privacy', 'feedback', '--reset']),
    ],
  },
  {
    name: 'demo',
    covers: ['demo'],
    run: async ({ memora, vault }) => {
      const file = `${vault}/../demo.html`;
      return [await memora(['demo', '--json', '--html', file, '--open']), await page(file)];
    },
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
  ...PAGE_ENTRY_POINTS,
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
        await memora(['privacy', 'erase', 'source:nothing of that name']),
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
  ...CONVERSATION_ENTRY_POINTS,
  ...KEEPING_ENTRY_POINTS,
  ...MCP_ENTRY_POINTS,
  ...MEMORY_ENTRY_POINTS,
  ...TEAM_ENTRY_POINTS,
  ...DATABASE_ENTRY_POINTS,
];

/**
 * The question of an entry depends on its position, and its results depend on the entries before it. Add new
 * ones at the end, so that the others stay the same.
 */
const LAST = [
  'MCP, a document that an agent hands over',
  'memory hook',
  'MCP memory files',
  'team, on a database',
];

/** Every entry point of the product, in running order. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  ...ALL.filter(({ name }) => !LAST.includes(name)),
  ...exampleEntryPoints(ALL),
  ...LAST.flatMap((last) => ALL.filter(({ name }) => name === last)),
];

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
