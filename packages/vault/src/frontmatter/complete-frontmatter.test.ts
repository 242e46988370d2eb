import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';
import { bytesOf, setupVault, textOf } from '../testing-fixtures/setup-vault.ts';
import { AUTOFILL_KEYS, completeFrontmatter } from './complete-frontmatter.ts';
import { locateFrontmatter } from './locate-frontmatter.ts';

const fileTimes = {
  createdMs: Date.UTC(2026, 3, 30, 18, 42, 10),
  updatedMs: Date.UTC(2026, 4, 1, 9, 0, 0, 500),
};

function complete(text: string, path = 'semantic/projects/drift/serialization-note.md'): string | null {
  const edit = completeFrontmatter(bytesOf(text), { path, fileTimes });
  return edit.changed ? textOf(edit.bytes) : null;
}

describe('completeFrontmatter', () => {
  it('prepends a block to a note without one and keeps the body', () => {
    expect(complete('drift switched to MessagePack. It was faster.\n')).toBe(
      `---
id: semantic/projects/drift/serialization-note
region: projects/drift
source: personal
privacy: private
created: 2026-04-30T18:42:10Z
updated: 2026-05-01T09:00:00Z
summary: "drift switched to MessagePack."
tags: []
refs: []
---
drift switched to MessagePack. It was faster.
`,
    );
  });

  it('adds only the missing keys, behind the ones there are, with the line endings of the file', () => {
    const before =
      '\uFEFF---\r\n# mine\r\nid:   "my id"\r\ncssclasses: [wide]   # keep\r\nsummary: |\r\n  two\r\n\r\ntags:\r\n---\r\n\r\nBody.';
    const after = complete(before) as string;
    const added = after.slice(after.indexOf('region:'), after.indexOf('---\r\n\r\nBody.'));
    expect(after).toBe(before.replace('tags:\r\n', `tags:\r\n${added}`));
    expect(added.split('\r\n').map((line) => line.split(':')[0])).toEqual([
      'region',
      'source',
      'privacy',
      'created',
      'updated',
      'refs',
      '',
    ]);
    expect(complete(after)).toBeNull();
  });

  it.each([
    ['a block that is no YAML', '---\nid: [\n---\nbody'],
    ['a block that is never closed', '---\nid: x\nbody'],
    ['a flow mapping', '---\n{id: x}\n---\nbody'],
    ['a list', '---\n- a\n---\nbody'],
  ])('leaves %s alone', (_, text) => {
    expect(complete(text)).toBeNull();
  });

  it('never lifts a stricter band into the summary or the tags', () => {
    const after = complete(
      '<!--privacy:secret-->Salary is 120k. #pay<!--/privacy-->\n\nLunch is at noon. #food\n',
    ) as string;
    expect(after).toContain('summary: "Lunch is at noon. #food"');
    expect(after).toContain('tags: [food]');
    expect(complete('<!--privacy:secret-->\nAll of it is hidden.\n')).toContain('summary: ""');
    const heading = '<!--privacy:secret-->\n# The hidden plan\n<!--/privacy-->\n';
    expect(parseNote(bytesOf(heading), { path: 'a.md' }).title).toBe('a');
  });

  it('changes only whole lines of its own, whatever the frontmatter and the body, and a second run changes nothing', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '',
        'null',
        '[a, b]',
        '[[x]]',
        '"q"',
        "'q'",
        '|\n  block\n\n  more',
        '>-\n  folded',
        '\n  - a\n  - b',
        '# c',
        '&a x',
        '{a: 1}',
      ),
    );
    const key = fc.oneof(
      fc.constantFrom(
        ...AUTOFILL_KEYS,
        'title',
        'Privacy',
        'aliases',
        '- x',
        '  nested',
        '#',
        '"quoted"',
        '...',
      ),
      fc.string({ maxLength: 6 }),
    );
    const document = fc.record({
      bom: fc.boolean(),
      lines: fc.array(
        fc.tuple(key, value).map(([k, v]) => `${k}: ${v}`),
        { maxLength: 6 },
      ),
      ending: fc.constantFrom('\n', '\r\n', '\r'),
      body: fc.string({ unit: 'grapheme', maxLength: 40 }),
      hasFrontmatter: fc.boolean(),
    });
    let changed = 0;
    fc.assert(
      fc.property(document, ({ bom, lines, ending, body, hasFrontmatter }) => {
        const block = hasFrontmatter ? `---\n${lines.map((line) => `${line}\n`).join('')}---\n` : '';
        const text = ((bom ? '\uFEFF' : '') + block + body).replaceAll('\n', ending);
        const after = complete(text);
        if (after === null) return;
        changed++;
        const location = locateFrontmatter(text);
        const at = location === null ? (bom ? 1 : 0) : location.yaml.end;
        const inserted = after.length - text.length;
        expect(after.slice(0, at) + after.slice(at + inserted)).toBe(text);
        expect(/(?:^|[\r\n])$/.test(after.slice(at, at + inserted))).toBe(true);
        expect(complete(after)).toBeNull();
        const [old, now] = [
          parseNote(bytesOf(text), { path: 'a.md' }),
          parseNote(bytesOf(after), { path: 'a.md' }),
        ];
        for (const [name, kept] of old.frontmatter.fields)
          expect(now.frontmatter.fields.get(name)).toEqual(kept);
        expect(now.band).toBe(old.band);
        expect(textOf(bytesOf(after)).endsWith(textOf(bytesOf(text)).slice(location?.bodyStart ?? at))).toBe(
          true,
        );
      }),
      { numRuns: sampleOf(1500) },
    );
    expect(changed).toBeGreaterThan(sampleOf(300));
  });
});

describe('autofillNote', () => {
  it('writes once and then nothing, and keeps the permissions', async () => {
    const { chmod, stat } = await import('node:fs/promises');
    await using test = await setupVault({ 'a.md': 'Hello there.\n' });
    await chmod(`${test.root}/a.md`, 0o640);
    expect(await test.vault.autofillNote('a.md')).toMatchObject({ changed: true });
    const first = await stat(`${test.root}/a.md`);
    expect(first.mode & 0o777).toBe(0o640);
    expect(await test.vault.autofillNote('a.md')).toEqual({ changed: false, reason: 'complete' });
    expect((await stat(`${test.root}/a.md`)).mtimeMs).toBe(first.mtimeMs);
    expect(textOf(await test.vault.readNote('a.md')).endsWith('---\nHello there.\n')).toBe(true);
  });

  it('drops no key it does not know, no comment and no order, and rewrites no file because its time moved on', async () => {
    const { stat, utimes } = await import('node:fs/promises');
    const own = [
      '# mine',
      'cssclasses: [wide]',
      'aliases:',
      '  - Drift # old name',
      "title: 'T'",
      'zettel: 0042',
      'updated: 2024-01-01',
    ];
    await using test = await setupVault({ 'a.md': `---\n${own.join('\n')}\n---\nHello.\n` });
    expect(await test.vault.autofillNote('a.md')).toMatchObject({ changed: true });
    const text = textOf(await test.vault.readNote('a.md'));
    const lines = text.split('\n');
    expect(lines.filter((line) => own.includes(line))).toEqual(own);
    for (const year of [2001, 2030]) {
      const time = new Date(Date.UTC(year, 1, 1));
      await utimes(`${test.root}/a.md`, time, time);
      expect(await test.vault.autofillNote('a.md')).toEqual({ changed: false, reason: 'complete' });
      expect((await stat(`${test.root}/a.md`)).mtimeMs).toBe(time.getTime());
    }
    expect(textOf(await test.vault.readNote('a.md'))).toBe(text);
  });
});
