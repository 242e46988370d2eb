import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { createReport } from '@memora/report';
import { expect, it } from 'vitest';
import { readResource } from './resources.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { toolsOf } from './tools.ts';

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
const WORDS = ['zanzibar', 'quetzal', 'xylograph', 'marimba', 'okapi', 'axolotl'];

/** Secret blocks, and open notes that embed them in each of Obsidian's ways. */
const NOTES = {
  'people/ida.md': `# Ida\n\nIda likes tea.\n\n${OPEN}Ida sold the zanzibar to Bo.${CLOSE} ^deal\n\n${OPEN}\n## Plans of quetzal\n\nIda leaves for the xylograph.\n${CLOSE}\n\n> [!secret]- Boats ${OPEN}of marimba${CLOSE}\n> Ida sails. ${OPEN}She hides the okapi.${CLOSE} ^callout\n\n> ${OPEN}\n> [!secret] On axolotl\n> Ida feeds the axolotl.\n> ${CLOSE}\n`,
  'people/deal.md':
    '---\nid: deal\nprivacy: secret\n---\n# Deal\n\nThe zanzibar costs a marimba. ^price\n\n## Terms of quetzal\n\nThe quetzal is sold.\n',
  'open/embeds.md': [
    '---\nid: embeds\n---\n# Embeds',
    'Bo reads notes about harbours.',
    '![[people/ida#^deal]]',
    '![[ida#^callout]]',
    '![[people/ida#Ida]]',
    '![[people/deal]]',
    '![[deal#^price]]',
    '![[people/deal#Terms|the terms]]',
    '> [!note] ![[deal#^price]]\n> ![[people/ida#^deal]]',
    '- Bo cites [[people/ida#^deal|a block]] here.',
    '| where | ![[deal#^price]] |\n|---|---|\n| harbour | ![[people/ida#^deal]] |',
    '![price](../people/deal.md#^price)',
    'Bo waits.[^1]',
    '[^1]: ![[deal]]',
    'Bo trusts the harbour office.',
  ].join('\n\n'),
  'open/draw.excalidraw.md': `---\nid: drawing\nexcalidraw-plugin: parsed\n---\n# Text Elements\nBo draws the harbour. ^a1\n${OPEN}Ida hides the okapi.${CLOSE} ^b2\n\n%%\n# Drawing\n\`\`\`json\n{"elements":[{"text":"${OPEN}Ida hides the okapi.${CLOSE}","originalText":"${OPEN}Ida\\nhides the okapi.${CLOSE}"}]}\n\`\`\`\n%%\n`,
};

it('shows nothing of a secret block through callouts and what embeds it', async () => {
  await using vault = await setupVault(NOTES);
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  await memory.index();
  await memory.consolidate();
  await memory.challenge();
  const { claims } = await memory.claims.listClaims();
  expect(claims.filter(({ band }) => band === 'secret').length).toBeGreaterThan(4);
  const told = new Map<string, unknown>();
  const tools = new Map(toolsOf('all').map((tool) => [tool.name, tool]));
  const context = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
  const call = async (name: `memora_${string}`, input: object): Promise<void> => {
    const key = `${name} ${JSON.stringify(input)}`;
    const said = await tools
      .get(name)
      ?.run(memory, input as never, context as never)
      .catch(String);
    expect([key, said === undefined]).toEqual([key, false]);
    told.set(key, said);
  };
  // No question contains one of the words, because an answer may repeat the question.
  for (const query of [
    'What did Ida sell to Bo?',
    'harbour office',
    'price of the deal',
    'Who hides what?',
  ]) {
    await call('memora_query', { query, k: 50 });
    await call('memora_query_cited', { query });
  }
  for (const id of ['embeds', 'people/ida', 'deal', 'drawing']) await call('memora_get_note', { id });
  for (const { id } of claims) await call('memora_verify_claim', { claim_id: id });
  for (const region of ['people', 'open']) await call('memora_get_atlas', { region });
  for (const name of ['get_world_map', 'decisions', 'contradictions', 'stale_claims', 'challenge'] as const)
    await call(`memora_${name}`, {});
  for (const { id, band } of claims)
    told.set(`${band} ${id}`, await readResource(memory, `memora://claim/${id}`).catch(String));
  told.set('report', await createReport(memory));
  for (const file of filesOf(vault.vault)) told.set(file, readFileSync(join(vault.vault, file), 'latin1'));

  const seen = [...told].flatMap(([where, said]) => {
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    return WORDS.filter((word) => text.toLowerCase().includes(word)).map((word) => [where, word]);
  });
  expect(seen).toEqual([]);
  expect(told.size).toBeGreaterThan(30);
  expect(JSON.stringify(told.get('memora_get_note {"id":"embeds"}'))).toContain(
    'Bo trusts the harbour office',
  );
});

/** Everything that Memora wrote. */
function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !Object.keys(NOTES).includes(path) && statSync(join(root, path)).isFile(),
  );
}
