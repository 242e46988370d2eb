import { citeClaims, pick } from './cite-claims.ts';
import type { EntryPoint, McpRequest } from './entry-point.ts';
import { CAPTURED } from './keeping-entry-points.ts';
import { told } from './told.ts';

const call = (name: string, input: object): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});

/** The tools, resources and prompts of the MCP server. */
export const MCP_ENTRY_POINTS: readonly EntryPoint[] = [
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
    run: ({ mcp, question, capture, claimIds }) =>
      mcp([
        call('memora_query', { query: question, k: 50 }),
        call('memora_query_cited', { query: question }),
        call('memora_verify_answer', { text: citeClaims(claimIds) }),
        ...pick(claimIds, 12).map((claim_id) => call('memora_verify_claim', { claim_id })),
        ...[
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
        call('memora_capture', { region: 'captured', summary: 'Tea', body: capture, privacy: 'secret' }),
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
