import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditStore } from './audit-store.ts';
import { toAuditHtml } from './report/to-audit-html.ts';
import { toAuditJson } from './report/to-audit-json.ts';
import { toAuditJunit } from './report/to-audit-junit.ts';
import { toAuditSarif } from './report/to-audit-sarif.ts';
import { judgePlanted, scoreJudged } from './testing-fixtures/score-audit.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'audit-'));
  await writeFile(
    join(root, 'relay.md'),
    '---\ndate: 2026-03-01\n---\nThe relay of Harbor runs in Lisbon.\n',
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const audit = (text: string) => auditStore([bytes(text)], { against: [join(root, 'relay.md')] });

describe('an audit', () => {
  it('names the place of a memory and of what says it', async () => {
    const { findings } = await audit('Something else entirely.\nThe relay of Harbor runs in Lisbon.\n');
    expect(findings).toMatchObject([
      { verdict: 'ungrounded', against: null },
      {
        verdict: 'grounded',
        code: 'quoted',
        place: { file: 'memories', line: 2, span: { start: 25, end: 60 } },
        against: { file: 'relay.md', line: 4, span: { start: 25, end: 60 } },
      },
    ]);
  });

  it.each([
    ['a number', Array.from({ length: 40 }, (_, i) => `The relay of Harbor-${i} runs in Lisbon.`)],
    ['a sign', Array.from('ABCDEFGHJKLMNOPQRSTUVW', (sign) => `Gate ${sign} opens towards the quay.`)],
    [
      'a sign of a name',
      Array.from('甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未', (sign) => `${sign}号门朝码头打开。`),
    ],
  ])('finds what says it among many that differ in %s alone', async (_, lines) => {
    const path = join(root, 'alike.md');
    await writeFile(path, lines.map((line) => `${line}\n\n`).join(''));
    const { findings } = await auditStore([bytes(`${lines.join('\n')}\n`)], { against: [path] });
    expect(findings.map(({ code }) => code)).toEqual(lines.map(() => 'quoted'));
  });

  it('holds memories against all of a source that is longer than what is read at once', async () => {
    const filler = (name: string) => `The crane of ${name} lifts barges at the quay.\n`.repeat(2_000);
    const path = join(root, 'long.md');
    await writeFile(
      path,
      `The pump of Basil hums.\n\n${filler('Arden')}\n${filler('Borla')}\nThe winch of Cimra is green.\n`,
    );
    const { findings } = await auditStore(
      [bytes('The pump of Basil hums.\nThe winch of Cimra is green.\n')],
      {
        against: [path],
      },
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(['grounded', 'grounded']);
  });

  it('calls neither another subject nor a second value a contradiction', async () => {
    const { findings } = await audit(
      'The relay of Atlas runs in Oslo.\nThe relay of Harbor runs in Oslo.\nThe user speaks German.\nThe user speaks French.\n',
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual([
      'ungrounded',
      'contradicted',
      'ungrounded',
      'ungrounded',
    ]);
  });

  it('settles two memories by their times', async () => {
    const rows = [
      { memory: 'The editor of the user is Vim.', created_at: '2025-01-01' },
      { memory: 'The editor of the user is Helix.', created_at: '2026-01-01' },
    ];
    const { findings } = await audit(JSON.stringify(rows));
    expect(findings.map(({ verdict, code }) => [verdict, code])).toEqual([
      ['superseded', 'newer_memory'],
      ['ungrounded', 'no_source'],
    ]);
  });

  it('names no file that is secret as a whole', async () => {
    const folder = await mkdtemp(join(root, 'kept-'));
    const name = 'divorce-of-ida.md';
    await writeFile(join(folder, 'MEMORY.md'), '- [Relay](relay.md): where it runs\n');
    await writeFile(join(folder, 'relay.md'), 'The relay of Harbor runs in Lisbon.\n');
    await writeFile(join(folder, name), '---\nprivacy: secret\n---\nThe relay of Harbor runs in Lisbon.\n');
    const report = await auditStore([folder], { against: [folder] });
    const places = report.findings.map(({ place }) => place.file);
    expect(places).toEqual(expect.arrayContaining(['relay.md', '[redacted].md']));
    for (const shown of [
      JSON.stringify(toAuditJson(report)),
      toAuditHtml(report, { failOn: [] }),
      toAuditJunit(report, { failOn: ['secret'] }),
      JSON.stringify(toAuditSarif(report, { failOn: ['secret'], version: '0.0.0' })),
    ])
      expect(shown).not.toContain('divorce');
  });

  it('shows no byte of a credential, an id or a memory in any report', async () => {
    const key = `sk-proj-${'aB3dE5gH7jK9'.repeat(4)}`;
    const rows = [
      { id: `id ${key}`, memory: `The key of Harbor is ${key}.`, metadata: { note: key } },
      { id: 'b', memory: 'The heliotrope is blue.' },
      { memory: null, text: 5, key },
    ];
    const report = await auditStore([
      bytes(`${JSON.stringify(rows)}`),
      bytes(`{"type":"entity","name":"${key}`),
    ]);
    expect(report.counts.secret).toBe(1);
    const options = { failOn: ['secret'], version: '1.0.0' } as const;
    const shown = [toAuditSarif, toAuditJson, toAuditJunit, toAuditHtml].map((write) =>
      JSON.stringify(write(report, options)),
    );
    for (const text of shown) {
      expect(text).not.toContain('sk-proj');
      expect(text).not.toContain('heliotrope');
    }
  });
});

it('writes a page that runs nothing, whatever a file is called', async () => {
  const name = '"><script>alert(1)<∕script>\u202E.jsonl';
  const path = join(root, 'names');
  await mkdir(path);
  await writeFile(join(path, name), '{"memory":"Ada leads Harbor."}\n');
  const report = await auditStore([path], { against: [join(root, 'relay.md')] });
  const page = toAuditHtml(report, { failOn: ['ungrounded'] });
  expect(page).toContain('<li class="fault"><a href="#ungrounded"><b>1</b> ungrounded</a></li>');
  expect(page).toContain('1 memory, compared with 1 line of sources; 1 fault.');
  expect(page).not.toMatch(/<script|\u202E/u);
  const [, hash] = /style-src 'sha256-([^']+)'/u.exec(page) ?? [];
  const [, style] = /<style>([\s\S]*?)<\/style>/u.exec(page) ?? [];
  expect(
    createHash('sha256')
      .update(style ?? '')
      .digest('base64'),
  ).toBe(hash);
});

const READERS: ReadonlySet<string> = new Set(['contradicted', 'superseded', 'transient']);

/** A sample; `MEMORA_TEST_WHOLE=1` plants them in all formats. */
it('gives planted memories the verdicts they were made for', async () => {
  const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
  const judged = await judgePlanted(1, (format) => isWhole || format === 'mem0' || format === 'instructions');
  expect(judged.length).toBeGreaterThanOrEqual(120);
  for (const { verdict, precision, recall } of scoreJudged(
    judged.filter(({ planted }) => planted.verdict !== 'superseded'),
  )) {
    if (verdict !== 'ungrounded' && verdict !== 'contradicted')
      expect([verdict, precision >= (verdict === 'grounded' ? 0.99 : 0.9)]).toEqual([verdict, true]);
    // A difference other than a figure or a name is left to a reader, and is not a contradiction here.
    if (READERS.has(verdict)) continue;
    // If a source has other words ("I prefer" for "The user prefers"), nothing is proven.
    const least = verdict === 'secret' ? 0.95 : verdict === 'grounded' ? 0.7 : 0.85;
    expect([verdict, recall >= least]).toEqual([verdict, true]);
  }
});
