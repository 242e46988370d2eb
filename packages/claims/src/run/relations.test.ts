import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('links the same fact said in several notes, counts it, and loses none', async () => {
  await using v = await setupVault({
    'a.md': 'Harbor costs 49 EUR a month.\n',
    'b.md': '# B\n\n**Harbor** costs 49 EUR a month.\n',
    'c.md': 'Harbor costs 59 EUR a month.\n',
    'd.md': 'Harbor does not cost 49 EUR a month.\n',
  });
  await v.index();
  const claims = await v.claims();
  const same = claims.filter((c) => c.notePath === 'a.md' || c.notePath === 'b.md');
  expect(same).toHaveLength(2);
  expect(same.filter((c) => c.duplicateOf === null)).toHaveLength(1);
  expect(claims.filter((c) => c.duplicateOf !== null)).toHaveLength(1);
  const [a, b] = same.map((c) => c.id);
  const found = await v.store.corroboration([a as string]);
  expect(found.get(a as never)).toEqual([b]);
  // The representative of both is removed, so the other one represents itself.
  const original = same.find((c) => c.duplicateOf === null);
  v.remove(original?.notePath ?? '');
  await v.index();
  expect((await v.claims()).every((c) => c.duplicateOf === null)).toBe(true);
});

it('links what a run says twice that was ended before its last pass, the first one or a later one', async () => {
  const ended = async (v: Awaited<ReturnType<typeof setupVault>>) => {
    const stop = new AbortController();
    const onProgress = ({ phase }: { phase: string }) => {
      if (phase === 'index') stop.abort(new Error('stopped'));
    };
    await expect(v.index({ signal: stop.signal, onProgress })).rejects.toThrow('stopped');
  };
  const folded = async (v: Awaited<ReturnType<typeof setupVault>>) =>
    (await v.claims()).filter((c) => c.duplicateOf !== null).map((c) => c.notePath);
  await using v = await setupVault({ 'a.md': 'Harbor costs 49 EUR.\n', 'b.md': 'Harbor costs 49 EUR.\n' });
  await ended(v);
  await v.index();
  expect(await folded(v)).toHaveLength(1);
  for (const path of ['c.md', 'd.md']) v.write(path, 'Drift uses MessagePack.\n');
  await ended(v);
  v.write('e.md', 'Nova has seven rooms.\n');
  await v.index({ paths: ['e.md'] });
  expect(await folded(v)).toHaveLength(2);
});

it('knows a fact again under each name of its subject: title, file name, alias and link', async () => {
  const row = (name: string) => `| Project | Format |\n|---|---|\n| ${name} | MessagePack |\n`;
  const names = { 'b.md': 'Project D', 'c.md': 'Drift', 'd.md': '[[drift-engine]]', 'e.md': 'drift' };
  await using v = await setupVault({
    'drift-engine.md': '---\naliases: [Project D]\n---\n# Drift\n\nHello there!\n',
    ...Object.fromEntries(Object.entries(names).map(([path, name]) => [path, row(name)])),
    'f.md': row('Project E'),
  });
  const originals = async () =>
    (await v.claims()).filter((c) => c.duplicateOf === null).map((c) => c.notePath).length;
  await v.index();
  expect(await originals()).toBe(2);
  const claims = await v.claims();
  const one = claims.find((c) => c.notePath === 'c.md')?.id as never;
  expect((await v.store.corroboration([one])).get(one)).toHaveLength(3);
  const subjects = claims.map((c) => c.subject).sort();
  expect(subjects).toEqual(['Drift', 'Project D', 'Project E', 'drift', 'drift-engine']);

  // The name moves to another note, so it means another thing now.
  v.write('drift-engine.md', '# Drift\n\nHello there!\n');
  v.write('g.md', '---\naliases: [Project D]\n---\n# Dune\n\nHello there!\n');
  await v.index();
  expect(await originals()).toBe(3);
  // Two notes have the name, so it means neither.
  v.write('f.md', row('Dune'));
  await v.index();
  expect(await originals()).toBe(2);
  v.write('h.md', '---\naliases: [Project D]\n---\n# Harbor\n\nHello there!\n');
  await v.index();
  expect(await originals()).toBe(3);
  await using fresh = await setupVault(
    Object.fromEntries((await v.store.notes()).map(({ path }) => [path, v.read(path).toString()])),
  );
  await fresh.index();
  const links = async (vault: typeof v) => (await vault.claims()).map((c) => [c.id, c.duplicateOf]).sort();
  expect(await links(fresh)).toEqual(await links(v));
});

it('keeps the same duplicates apart whose inherited subject comes from different notes', async () => {
  const text = 'The timeout is set by the operator of the site.\n';
  await using v = await setupVault({
    'a.md': `# A\n\n- ${text}`,
    'b.md': `# B\n\n- Limit:: 30\n`,
    'c.md': `# C\n\n- Limit:: 30\n`,
  });
  await v.index();
  expect((await v.claims()).filter((c) => c.duplicateOf !== null)).toEqual([]);
});

it('finds claims by the other names of a note', async () => {
  await using v = await setupVault({
    'drift.md': '---\naliases: [Project D]\n---\n# Drift\n\n- Budget:: 30 EUR\n',
    'x.md': 'Project D uses MessagePack.\n',
  });
  await v.index();
  for (const subject of ['Drift', 'project d', 'PROJECT  D']) {
    const { claims } = await v.store.listClaims({ subject });
    expect(claims.map((c) => c.predicate)).toEqual(['Budget', 'states']);
  }
});

it('lets frontmatter status and confidence act', async () => {
  const line = 'Harbor costs 49 EUR a month.\n';
  await using v = await setupVault({
    'a.md': line,
    'draft.md': `---\nstatus: draft\nconfidence: 0.5\n---\n${line}`,
    'old.md': `---\nstatus: archived\nsource: reference\n---\n${line}`,
  });
  await v.index();
  const of = async (path: string) =>
    (await v.claims()).find((c) => c.notePath === path && c.predicate === 'states');
  expect((await of('draft.md'))?.confidence).toBeCloseTo(((await of('a.md'))?.confidence ?? 0) * 0.25);
  expect(await of('old.md')).toMatchObject({ active: false, trust: 0.3 });
});

it('pages through claims in file order, and refuses a cursor that is none', async () => {
  await using v = await setupVault({
    'a.md': '- Room1 has 3 chairs\n- Room2 has 4 chairs\n',
    'b.md': '- Room3 has 5 chairs\n',
  });
  await v.index();
  const all = (await v.claims()).map((c) => c.id);
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const page = await v.store.listClaims({ limit: 2, ...(after === null ? {} : { after }) });
    paged.push(...page.claims.map((c) => c.id));
    after = page.next;
  } while (after !== null);
  expect(paged).toEqual(all);
  await expect(v.store.listClaims({ after: 'nonsense' })).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
});

it('reads what was known at a time, gaps included', async () => {
  await using v = await setupVault({ 'a.md': 'Harbor costs 49 EUR a month.\n' });
  const at = (day: number) => () => new Date(Date.UTC(2026, 5, day));
  await v.index({ now: at(1) });
  const text = v.read('a.md');
  v.remove('a.md');
  await v.index({ now: at(3) });
  v.write('a.md', text);
  await v.index({ now: at(5) });
  const known = async (day: number) =>
    (await v.store.listClaims({ asOf: { known: at(day)().toISOString() } })).claims.length;
  expect([await known(0), await known(2), await known(4), await known(6)]).toEqual([0, 1, 0, 1]);
});

it('takes a span whose end is before its beginning for no date: what holds at no time would be lost', async () => {
  await using v = await setupVault({
    'a.md':
      '# Team\n\n| Person | Role | Since | Until |\n|---|---|---|---|\n| Ines | lead | 2026-05-01 | 2025-01-01 |\n',
    'b.md': '# Team\n\nTom led the harbour office from May 2024 to March 2023.\n',
    'c.md': '---\nvalid_from: 2026-05-01\nvalid_until: 2026-05\n---\n# Month\n\nKey: gold\n',
  });
  await v.index();
  const claims = (await v.claims()).filter(
    ({ predicate }) => predicate === 'Role' || predicate === 'states' || predicate === 'Key',
  );
  expect(claims.map(({ validFrom, validUntil }) => [validFrom, validUntil])).toEqual([
    [null, null],
    [null, null],
    ['2026-05-01', '2026-05'],
  ]);
});
