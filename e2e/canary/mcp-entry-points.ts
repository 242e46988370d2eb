import { exampleInput, vaultTools } from '@memora/mcp/example-calls';
import { citeClaims, pick } from './cite-claims.ts';
import type { EntryContext, EntryPoint, McpRequest } from './entry-point.ts';
import { CAPTURED } from './keeping-entry-points.ts';
import { MEMORY_ENTRY_POINTS } from './memory-entry-points.ts';
import { told } from './told.ts';

const call = (name: string, input: object): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});

/** Arguments for tools whose example would reveal too little. */
const OWN: Readonly<Record<string, (context: EntryContext) => readonly object[]>> = {
  memora_query: ({ question }) => [{ query: question, k: 50 }],
  memora_query_cited: ({ question }) => [{ query: question }],
  memora_verify_answer: ({ claimIds }) => [{ text: citeClaims(claimIds) }],
  memora_verify_claim: ({ claimIds }) => pick(claimIds, 12).map((claim_id) => ({ claim_id })),
  memora_get_note: () =>
    [
      'ida-note',
      'ship-note',
      'mia',
      'semantic/people/bo',
      'semantic/vault-secret',
      'bo',
      'vault-secret',
      'unclosed',
      'lea',
      'other-scripts',
      'bad-band',
      'nothing',
    ].map((id) => ({ id })),
  memora_get_atlas: () => [{ region: 'people' }, { region: 'default' }],
  memora_capture: ({ capture }) => [
    { region: 'semantic', summary: 'Tea', body: 'Ida drinks tea at noon.' },
    { region: 'captured', summary: 'Tea', body: capture, privacy: 'secret' },
    { region: '../outside', summary: 'Tea', body: 'x' },
  ],
};

/** Tools with an entry of their own, which covers more. */
const ELSEWHERE = new Set([...MEMORY_ENTRY_POINTS.flatMap(({ covers }) => covers), 'tool memora_ingest']);
const TOOLS = vaultTools().filter(({ name }) => !ELSEWHERE.has(`tool ${name}`));

/** The tools, resources and prompts of the MCP server. */
export const MCP_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'MCP tools',
    covers: ['serve', ...TOOLS.map(({ name }) => `tool ${name}`)],
    run: (context) =>
      context.mcp([
        ...TOOLS.flatMap((tool) => {
          const inputs = OWN[tool.name]?.(context) ?? [exampleInput(tool, context.claimIds[0] ?? '')];
          return inputs.map((input) => call(tool.name, input));
        }),
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
      'prompt reflect_on_work',
      'prompt end_session',
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
        { method: 'prompts/get', params: { name: 'reflect_on_work', arguments: { work: question } } },
        { method: 'prompts/get', params: { name: 'end_session' } },
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
  {
    name: 'MCP, a document that an agent hands over',
    covers: ['serve', 'tool memora_ingest'],
    run: async ({ mcp, memora, question, capture }) => {
      const hand = (text: string, more: object = {}) =>
        call('memora_ingest', {
          name: 'told-by-agent.txt',
          text: `The office opens at seven.\n\n${text}\n`,
          region: CAPTURED,
          privacy: 'secret',
          ...more,
        });
      const base64 = Buffer.from(`# Told\n\n${capture}\n`).toString('base64');
      const outputs = [
        told(
          await mcp(
            [
              { method: 'tools/list' },
              hand(capture),
              hand(`${capture}\n\n${capture} again.`),
              hand(capture, { url: 'http://127.0.0.1:9/told' }),
              call('memora_ingest', { name: 'told.md', base64, region: CAPTURED, privacy: 'secret' }),
              call('memora_ingest', { url: 'http://127.0.0.1:9/told' }),
              call('memora_query', { query: question }),
              call('memora_query_cited', { query: question }),
            ],
            ['--tools', 'ingest'],
          ),
          '\\"created\\"',
          '\\"updated\\"',
        ),
        told(await memora(['ingest', 'list', '--json']), '[redacted]'),
        await memora(['ingest', 'list']),
      ];
      for (const [id] of outputs[0]?.stdout.matchAll(/\btold-(?:by-agent-)?[0-9a-z]{8}\b/g) ?? [])
        outputs.push(await memora(['ingest', 'remove', id, '--notes', '--json']));
      return [...outputs, await memora(['index', '--json'])];
    },
  },
];
