import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { createReport } from './create-report.ts';
import type { ReportData } from './report-data.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const note = (body: string, date = '2026-01-01', privacy = 'private') =>
  `---\ndate: ${date}\nprivacy: ${privacy}\n---\n${body}\n`;

const NOTES = {
  'semantic/drift/format-2024.md': note('The wire version of Drift Core is 1.', '2024-11-04'),
  'semantic/drift/format-2025.md': note('The wire version of Drift Core is 2.', '2025-09-12'),
  'semantic/drift/rollout.md': note(
    'The rollout plan depends on [[format-2024]].\n\nHow long does the backfill take?',
    '2025-08-01',
  ),
  'semantic/bench/one.md': note('The rack count of Drift Bench is 3.'),
  'semantic/bench/two.md': note('The rack count of Drift Bench is 5.'),
  'semantic/people/ida.md': note('Ida likes tea. <!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->'),
  'semantic/people/vault.md': note(
    '# The qxcanary club\n\nThe club meets at qyplace.',
    '2026-01-01',
    'secret',
  ),
  'semantic/open/site.md': note('The harbour opens at six.', '2026-01-01', 'public'),
};

async function makeReport(
  notes: Readonly<Record<string, string>>,
  options: Parameters<typeof createReport>[1] = {},
  edit: (root: string) => Promise<void> = async () => undefined,
) {
  await using folder = await setupVault(notes);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  await edit(folder.root);
  const report = await createReport(memory, options);
  return { ...report, data: readData(report.html), shown: withoutCode(report.html), root: folder.root };
}

/** The page without its own script and style: everything that came from the vault. */
function withoutCode(html: string): string {
  return html.replace(/<(script|style)>[\s\S]*?<\/\1>/gu, '<$1></$1>');
}

function readData(html: string): ReportData {
  const [, json = ''] =
    /<script type="application\/json" id="report-data">([^<]*)<\/script>/u.exec(html) ?? [];
  return JSON.parse(json) as ReportData;
}

it('shows what supersedes, what contradicts, what went stale, what was decided and what is open', async () => {
  const { shown: html, figures, data } = await makeReport(NOTES);
  expect(figures).toMatchObject({ notes: 8, unsettled: 1, stale: 1, superseded: 1, openQuestions: 1 });
  expect(figures.intact).toBe(figures.claims);
  expect(data.claims.length).toBe(figures.claims);
  expect(html).toContain('The rack count of Drift Bench is 3.');
  expect(html).toContain('memora contradictions resolve');
  const [, stale = ''] = /<section id="stale"(.*?)<\/section>/su.exec(html) ?? [];
  expect(stale.indexOf('version of Drift Core is 1')).toBeGreaterThan(0);
  expect(stale.indexOf('rollout plan')).toBeGreaterThan(stale.indexOf('version of Drift Core is 1'));
  expect(html).toContain('How long does the backfill take?');
  const [, today = ''] = /<section id="today"(.*?)<\/section>/su.exec(html) ?? [];
  expect(today).toContain('These cannot all be true');
  expect(today).toContain('Its evidence has changed');
  expect(today).toMatch(/memora challenge acknowledge [0-9a-f]{16}/u);
});

it('does not take the sentences of generated pages for facts, whatever they quote', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const before = await createReport(memory);
  await memory.consolidate();
  await memory.index({ writeNotes: false });
  const after = await createReport(memory);
  expect(after.figures).toEqual({ ...before.figures, generatedAt: after.figures.generatedAt });
});

it('holds nothing of a secret, and says in its place that there is something', async () => {
  const { shown: html, data } = await makeReport(NOTES);
  for (const secret of ['qzwv8812', 'qxcanary', 'qyplace']) expect(html).not.toContain(secret);
  const secrets = data.claims.filter(({ band }) => band === 'secret');
  expect(secrets.length).toBeGreaterThan(0);
  for (const claim of secrets)
    expect(claim).toMatchObject({ predicate: '[redacted]', object: null, source: null, fingerprint: null });
  expect(data.claims.some(({ source }) => source?.text.startsWith('Ida likes tea'))).toBe(true);
});

it('made to share, it holds the words of public claims only', async () => {
  const { shown: html, figures, data, root } = await makeReport(NOTES, { share: true });
  expect(html).toContain('The harbour opens at six.');
  for (const text of ['drift', 'Rust', 'Ida', 'tea', 'qzwv8812', 'qyplace', 'semantic/people', 'rollout'])
    expect(html, text).not.toMatch(new RegExp(`\\b${text}\\b`, 'u'));
  expect(html).not.toContain(root);
  expect(html).not.toContain('obsidian:');
  expect(data.claims.some(({ band }) => band === 'secret')).toBe(false);
  const hashed = data.claims.filter(({ band }) => band === 'private');
  expect(hashed.length).toBeGreaterThan(3);
  for (const { fingerprint, source } of hashed) {
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/u);
    expect(source).toBeNull();
  }
  // The relations between private claims are not shown to others either.
  expect(data.graph.edges).toEqual([]);
  expect(figures).toMatchObject({ notes: 7, unsettled: 0, stale: 0, superseded: 0 });
});

it('says of each claim whether its words still stand: in place, moved, changed, gone', async () => {
  const { figures, shown: html } = await makeReport(NOTES, {}, async (root) => {
    await writeFile(
      join(root, 'semantic/open/site.md'),
      `${note('A new first line.\n\nThe harbour opens at six.', '2026-01-01', 'public')}`,
    );
    await writeFile(join(root, 'semantic/bench/one.md'), note('The rack count of Drift Bench is 7.'));
    await rm(join(root, 'semantic/bench/two.md'));
  });
  expect(figures.changed).toBeGreaterThan(0);
  expect(figures.gone).toBeGreaterThan(0);
  expect(figures.relocated).toBeGreaterThan(0);
  expect(html).not.toContain('written in Zig');
  expect(html).toContain('The note no longer says it.');
});

it('allows its own script and style by their hashes, and nothing else', async () => {
  const { html, shown, contentSecurityPolicy } = await makeReport(NOTES);
  expect(shown).toContain(`content="${contentSecurityPolicy.replaceAll("'", '&#39;')}"`);
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*|data:|connect-src/u);
  const blocks = [...html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/gu)];
  expect(blocks.map(([, name]) => name)).toEqual(['style', 'script']);
  for (const [, name, text = ''] of blocks) {
    const hash = createHash('sha256').update(text).digest('base64');
    expect(contentSecurityPolicy).toContain(`${name}-src 'sha256-${hash}'`);
  }
  expect(shown).not.toMatch(/<[^>]*\s(?:on\w+|style|srcdoc|src)=/u);
  expect(html.includes('EventSource')).toBe(false);
});

it('is the same page for the same vault, its time aside', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const [first, second] = [await createReport(memory), await createReport(memory)];
  const still = ({ html }: { html: string }) => html.replace(/Made [\d-]+ [\d:]+ UTC/u, '');
  expect(still(first) === still(second)).toBe(true);
});

it('gathers what is beyond the number of nodes and says so', async () => {
  const { figures, data, shown: html } = await makeReport(NOTES, { maxNodes: 5 });
  expect(data.graph.nodes.length).toBeLessThanOrEqual(5);
  expect(figures.claimsShown).toBeLessThan(figures.claims);
  expect(html).toContain('are gathered in the large grey dots');
});

it('shows hostile text as text', async () => {
  const { shown: html, data } = await makeReport({
    'a.md': note('The <script>alert(1)</script> tag is in <img src=x onerror=alert(2)>.', '2026-01-01'),
    'b.md': note('The link is [click](javascript:alert(3)) and </script><script>alert(4)</script>.'),
    '"><svg onload=alert(5)>.md': note('The port of server "><b> is 80.'),
    'c.md': `---\ntitle: ${'T'.repeat(1_000_000)}\n---\nThe door is ‮neerg.\n`,
  });
  expect(html).not.toMatch(/<script>alert|<img|<svg onload|href="javascript/u);
  expect(html.match(/<script/gu)?.length).toBe(2);
  expect(html).not.toContain('\u202e');
  expect(html.length).toBeLessThan(1_000_000);
  expect(data.notes).toContain('"><svg onload=alert(5)>.md');
});

it('makes a page of an empty vault', async () => {
  const { shown: html, figures } = await makeReport({});
  expect(figures.claims).toBe(0);
  expect(html).toContain('No two claims contradict each other.');
});
