import { join } from 'node:path';
import { openClaimStore, type SqliteClaimStore } from '@memora/claims';
import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { searchBytes } from '../testing-fixtures/search-bytes.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

/**
 * Occurs in one claim of each note, in every position that a passage may repeat: as introduction, label or
 * address.
 */
const WORD = 'Zyzzyva';
const NOTES: Readonly<Record<string, string>> = {
  'a paragraph': `Ida likes tea. Ida dates ${WORD} from Lyon. Ida owns a boat.\n\nIda sings.\n`,
  'a parent item': `- Ida sold the ${WORD} boat.\n  - The boat is blue.\n  - The boat was dear.\n- Ida sings.\n`,
  'a bold label': `**${WORD}:** The boat is blue.\n\nThe tea is green.\n\nThe piano is black.\n`,
  'a label': `${WORD}: The boat is blue.\n\nThe tea is green.\n\nThe piano is black.\n`,
  'the line before code': `The ${WORD} script prints tea.\n\n\`\`\`sh\necho tea is green\n\`\`\`\n\nIda sings.\n`,
  'a row': `| name | likes |\n|---|---|\n| ${WORD} | tea |\n| Bo | ale |\n`,
  'an inline field': `employer:: ${WORD} works\n\nIda sings.\n`,
  'a question': `Is the boat of ${WORD} blue?\n\nThe boat is blue.\n`,
  'the text of a link': `Ida lives with [[Bo|${WORD}]] in Lyon.\n\nIda sings.\n`,
  'an address': `Ida reads https://example.com/${WORD}/tea every day. Ida sings.\n`,
  'two clauses': `Ida dates ${WORD}, and Bo likes ${WORD}. Ida sings.\n`,
  'a footnote': `Ida sings.[^1] Ida swims.\n\n[^1]: Ida dates ${WORD}.\n`,
  'a quotation': `> Ida dates ${WORD}.\n> Ida sings.\n\nIda swims.\n`,
  'a task': `- [ ] Ida calls ${WORD} 📅 2026-05-05\n- [ ] Ida calls Bo\n`,
};

type Act = (vault: TestVault, memory: Memory, ids: readonly string[], text: string) => Promise<unknown>;
const ACTS: Readonly<Record<string, Act>> = {
  erased: async (_, memory, ids) => {
    for (const id of ids) await memory.erase(id);
  },
  forgotten: async (_, memory, ids) => {
    for (const id of ids) await memory.forget(id, 'wrong');
  },
  'forgotten by hand': async (vault, memory, ids) => {
    await vault.write('_ledger.md', ids.map((id) => `- 2026-01-01 forget claim:${id} : wrong\n`).join(''));
    await memory.index();
  },
  secret: async (vault, memory, _, text) => {
    await vault.write('a.md', text.replaceAll(WORD, `<!--privacy:secret-->${WORD}<!--/privacy-->`));
    await memory.index();
  },
};

/** Rows of the indexes' tables with the word, in any form that a row has. */
function rowsWith({ database }: SqliteClaimStore): string[] {
  const tables = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_*' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all()
    .filter((name) => /^(?:lexical|vector|claim_vector)/u.test(name));
  expect(tables).toContain('lexical_fts_data');
  return tables.filter((table) =>
    database
      .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`)
      .all()
      .flatMap(Object.values)
      .some((value) =>
        (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)).match(/zyzzyva/iu),
      ),
  );
}

const cases = Object.keys(NOTES).flatMap((place) => Object.keys(ACTS).map((what) => [what, place] as const));
it.each(cases)('what is %s leaves no index with its words at once: in %s', async (what, place) => {
  const text = `# A\n\n${NOTES[place]}`;
  await using vault = await setupVault({ 'a.md': text, 'b.md': '# Bo\n\nBo likes ale.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims, { reveal: true });
  const ids = claims.flatMap(({ id }, i) => (texts[i]?.includes(WORD) ? [id] : []));
  expect(ids.length).toBeGreaterThan(0);
  await ACTS[what]?.(vault, memory, ids, text);
  await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
  expect(rowsWith(store)).toEqual([]);
  // Forgotten text is in the history of claims. Erased or secret text is nowhere.
  if (!what.startsWith('forgotten'))
    expect(await searchBytes(join(vault.root, '.memora'), { words: [WORD] })).toEqual([]);
});

it('what stood beside a forgotten claim keeps what else introduces it', async () => {
  await using vault = await setupVault({
    'a.md': `# A\n\nThings of the harbour:\n\n- Ida sold the ${WORD} boat.\n- The crane is blue.\n`,
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims);
  await memory.forget(claims[texts.findIndex((text) => text?.includes(WORD))]?.id as string, 'wrong');
  await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
  const leads = store.database.prepare("SELECT lead FROM lexical_fts WHERE lead <> ''").pluck().all();
  expect(leads.join(' ')).toContain('harbor');
});
