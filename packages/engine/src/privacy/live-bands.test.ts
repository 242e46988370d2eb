import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { toLedgerDecisions } from '@memora/claims/internal';
import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const NO_DECISIONS = toLedgerDecisions([]);
const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
const NOTE = '# Ida\n\nIda likes tea.\n\nThe door code of Ida is zanzibar.\n';

/** Every way in which a memory returns words of claims. */
async function askEverything(memory: Memory, ids: readonly string[]): Promise<string> {
  const open = ['public', 'private'] as const;
  const found = await memory.query('door code of Ida', { k: 20 });
  const known = await memory.query('door code of Ida', { k: 20, bands: open });
  const listed = (await memory.claims.listClaims({ retired: true })).claims;
  const prompt = await memory.prompt('What is the door code of Ida?', { place: 'cloud-model' });
  const answer = await memory.ask('What is the door code of Ida?', { bands: open });
  const shown = [
    ...found.hits.filter(({ claim }) => claim.band !== 'secret'),
    ...found.hits.map(({ snippet }) => snippet),
    ...known.hits,
    ...listed.filter(({ band }) => band !== 'secret'),
    ...[...(await memory.claims.getClaims(ids)).values()].filter(({ band }) => band !== 'secret'),
    await memory.readSpans(listed),
    await memory.readSpans(found.hits.map(({ claim }) => claim)),
    prompt.instructions,
    prompt.prompt,
    answer.cleanText,
    answer.draft,
    answer.hits,
    ...answer.report.checks.filter(({ band }) => band !== 'secret'),
    ...(await memory.verify(ids.map((id) => `So it is. [claim:${id}]`).join('\n'))).checks.filter(
      ({ band }) => band !== 'secret',
    ),
    await memory.timeline('Ida'),
    await memory.openQuestions(),
    await memory.contradictions(),
    await memory.stale(),
    await memory.decisions(),
    await memory.whatIfRetracted(ids[0] ?? ''),
    await memory.claims.notes(),
    await memory.claims.changelog(),
    await memory.claims.failures(),
    await memory.claims.pages(),
    await memory.claims.edges({}),
    await memory.audit(),
    await memory.doctor(),
    await memory.challenge({ dryRun: true, useModel: false }),
    await memory.consolidate({ dryRun: true, useModel: false }),
    await memory.worldMap(),
    await memory.atlas('default'),
    await shownLines(memory),
    await memory.receipt(await memory.verify(ids.map((id) => `So it is. [claim:${id}]`).join('\n'))),
  ];
  return JSON.stringify(shown);
}

/** The lines around all claims, as a report requests them. */
async function shownLines(memory: Memory): Promise<unknown[]> {
  const { claims } = await memory.claims.listClaims();
  return [...(await memory.evidence(claims)).values()].map(({ lines }) => lines);
}

const edits: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'a marker around an unchanged sentence', text: NOTE.replace(/The door.*/u, `${OPEN}$&${CLOSE}`) },
  { name: 'a marker on the lines around it', text: NOTE.replace(/The door.*/u, `${OPEN}\n$&\n${CLOSE}`) },
  { name: 'an opening before all of it that never closes', text: `${OPEN}\n${NOTE}` },
  { name: 'a stray close behind it', text: `${NOTE}${CLOSE}\n` },
  { name: 'a marker around one word', text: NOTE.replace('zanzibar', `${OPEN}zanzibar${CLOSE}`) },
  { name: 'frontmatter that makes the note secret', text: `---\nprivacy: secret\n---\n${NOTE}` },
  { name: 'frontmatter with an unreadable band', text: `---\nprivacy: topsecret\n---\n${NOTE}` },
  { name: 'a key that is spelt with an escape', text: `---\n"priv\\u0061cy": secret\n---\n${NOTE}` },
  { name: 'frontmatter that is never closed', text: `---\nprivacy: secret\n${NOTE}` },
];

it.each(edits)('nothing shows a claim after $name, before the next index', async ({ text }) => {
  await using vault = await setupVault({ 'ida.md': NOTE, 'bo.md': '# Bo\n\nBo likes fish.\n' });
  await age(vault);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const ids = (await memory.claims.listClaims()).claims.map(({ id }) => id);
  expect(await askEverything(memory, ids)).toContain('zanzibar');
  await vault.write('ida.md', text);
  expect(await askEverything(memory, ids)).not.toContain('zanzibar');
  expect((await memory.query('fish')).hits[0]?.claim.band).toBe('private');
});

it('no review, page or queue tells what a conflict or a decision said, after it was marked, before the next index', async () => {
  const notes = {
    'a.md': '---\ndate: 2026-01-01\n---\n# Pump\n\nowner:: Zanzibar\n',
    'b.md': '---\ndate: 2026-02-01\n---\n# Pump\n\nowner:: Bo\n',
    'c.md': '# Choices\n\n## Decisions\n\n- 2026-01-05: We decided to rent the quetzal from Ida.\n',
    'd.md': '# Plans\n\nWill Ida keep the marimba?\n',
  };
  await using vault = await setupVault(notes);
  await age(vault, Object.keys(notes));
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const ask = async (): Promise<string> => {
    const listed = (await memory.claims.listClaims({ retired: true })).claims;
    const shown = [
      await memory.contradictions(),
      await memory.claims.contradictions(NO_DECISIONS),
      await memory.decisions(),
      await memory.timeline('Pump'),
      await memory.openQuestions(),
      await Promise.all(listed.map(({ id }) => memory.whatIfRetracted(id))),
      await memory.challenge({ dryRun: true, useModel: false }),
      await memory.consolidate({ dryRun: true, useModel: false }),
      await memory.atlas('default'),
      await shownLines(memory),
    ];
    // Callers redact claims that they know are secret. This test shows what they would treat as open.
    return JSON.stringify(shown, (_, value: unknown) =>
      (value as { band?: string } | null)?.band === 'secret' && (value as { id?: string }).id !== undefined
        ? null
        : value,
    );
  };
  const before = await ask();
  for (const word of ['Zanzibar', 'quetzal', 'marimba']) expect(before).toContain(word);
  for (const [path, text] of Object.entries(notes))
    await vault.write(path, text.replace(/Zanzibar|- 2026.*|Will Ida.*/u, `${OPEN}$&${CLOSE}`));
  const after = await ask();
  for (const word of ['Zanzibar', 'quetzal', 'marimba']) expect(after).not.toContain(word);
});

it('shows the rest of a note in which something else became secret', async () => {
  await using vault = await setupVault({ 'ida.md': NOTE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await vault.write('ida.md', `A line more.\n\n${NOTE.replace(/The door.*/u, `${OPEN}$&${CLOSE}`)}`);
  const { hits } = await memory.query('What does Ida like?', { bands: ['public', 'private'] });
  expect(await memory.readSpans(hits.map(({ claim }) => claim))).toContain('Ida likes tea.');
});

it.each([
  ['the note became secret', '---\nprivacy: secret\n---\n# Zanzibar plan\n\nIda likes tea.\n'],
  ['its heading became secret', `# ${OPEN}Zanzibar plan${CLOSE}\n\nIda likes tea.\n`],
  ['its frontmatter became secret', `---\ntitle: ${OPEN}Zanzibar plan${CLOSE}\n---\n\nIda likes tea.\n`],
])('names a note by its file where %s, before the next index', async (_, text) => {
  await using vault = await setupVault({
    'ida.md': '# Zanzibar plan\n\nIda likes tea.\n',
    'bo.md': `# Bo\n\nBo likes fish. ${OPEN}And tea.${CLOSE}\n`,
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const titles = async () => (await memory.claims.notes()).map(({ title }) => title).sort();
  expect(await titles()).toEqual(['Bo', 'Zanzibar plan']);
  await vault.write('ida.md', text);
  expect(await titles()).toEqual(['Bo', 'ida']);
});

it('reads an enforced detector into the band of what stands in a note now', async () => {
  await using vault = await setupVault({ 'ida.md': '# Ida\n\nIda pays from her own bank account.\n' });
  await vault.write('.memora/config.toml', '[privacy]\ndetector = "enforce"\n');
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const [known] = (await memory.claims.listClaims()).claims;
  expect(known?.band).toBe('private');
});

/** Sets the time of the notes back, because files as new as the index are read again anyway. */
async function age(vault: TestVault, names: readonly string[] = ['ida.md', 'bo.md']): Promise<void> {
  for (const name of names) await utimes(join(vault.root, name), 1_700_000_000, 1_700_000_000);
}

it.each([
  [
    'edited beside a secret',
    `# Ida\n\nIda likes coffee.\n\nThe door code is ${OPEN}zanzibar${CLOSE}.\n`,
    'fingerprint_mismatch',
  ],
  ['reworded and marked at once', `# Ida\n\n${OPEN}Ida drinks zanzibar.${CLOSE}\n`, 'fingerprint_mismatch'],
  ['marked as it was', `# Ida\n\n${OPEN}Ida likes tea.${CLOSE}\n`, 'redacted'],
  [
    'edited, in a note that is secret now',
    '---\nprivacy: secret\n---\n# Ida\n\nIda drinks zanzibar.\n',
    'redacted',
  ],
])(
  'a citation of what was %s is told so, and nothing of what stands there now',
  async (_, edited, status) => {
    await using vault = await setupVault({ 'ida.md': '# Ida\n\nIda likes tea.\n' });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const [claim] = (await memory.claims.listClaims()).claims;
    await vault.write('ida.md', edited);
    const report = await memory.verify(`Ida likes tea. [claim:${claim?.id}]`);
    expect(report.checks).toMatchObject([{ status, sourceText: null, disagreements: [] }]);
    expect(JSON.stringify(report)).not.toContain('zanzibar');
  },
);
