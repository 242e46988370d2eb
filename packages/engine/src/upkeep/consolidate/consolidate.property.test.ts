import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { readPages, snapshot, wikilinks } from '../../testing-fixtures/read-pages.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const REGIONS = ['', 'semantic/a', 'semantic/a/b', 'episodic/a', 'procedural/c', 'ü/日本'];
const subject = fc.constantFrom('Gate', 'Orion', 'The pump', 'Vega', '東京オフィス');
const value = fc.constantFrom('green', 'red', '30 bar', '40 bar', 'Berlin', '[[gone]]', '**bold** #tag');
const sentence = fc.oneof(
  fc.tuple(subject, value).map(([s, v]) => `${s} is ${v}.`),
  fc.tuple(subject, subject).map(([s, t]) => `${s} depends on [[${t}]].`),
  subject.map((s) => `Who owns ${s}?`),
  fc.tuple(subject, value).map(([s, v]) => `We decided that ${s} is ${v}.`),
  subject.map((s) => `${s}:: 5 | 6 <b> \`code\` $x$ %%c%%`),
  subject.map((s) => `<!--privacy:secret-->${s} hides hunter2.<!--/privacy-->`),
);
const note = fc.record({
  region: fc.constantFrom(...REGIONS),
  name: fc.constantFrom('one', 'Two', 'Gate', 'Vega', 'x y', '会議'),
  date: fc.option(fc.constantFrom('2024-01-01', '2025-06-01')),
  body: fc.array(sentence, { maxLength: 4 }),
});
const notes = fc.array(note, { minLength: 1, maxLength: 7 });
/** A user's text on a page: any line except one of Memora's markers. */
const remark = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((line) => !/[\r\n]|memora:/u.test(line))
  .map((line) => `user ${line}`);

function toFiles(list: readonly (typeof note extends fc.Arbitrary<infer Note> ? Note : never)[]) {
  return Object.fromEntries(
    list.map(({ region, name, date, body }) => [
      `${region === '' ? '' : `${region}/`}${name}.md`,
      `---\ntitle: ${name}\n${date === null ? '' : `date: ${date}\n`}---\n${body.join('\n\n')}\n`,
    ]),
  );
}

it('changes zero bytes the second time and keeps every word of the user, over vaults, edits and remarks', async () => {
  await fc.assert(
    fc.asyncProperty(
      notes,
      notes,
      fc.array(remark, { minLength: 1, maxLength: 8 }),
      async (first, next, remarks) => {
        await using vault = await setupVault(toFiles(first));
        await using memory = await openMemory({ vault: vault.root, env: vault.env });
        const run = async () => {
          await memory.index({ writeNotes: false });
          const done = await memory.consolidate();
          expect(done.failures).toEqual([]);
          const before = await snapshot(vault.root);
          expect(await memory.consolidate()).toMatchObject({
            pagesWritten: [],
            regionsRebuilt: [],
            pagesRemoved: [],
          });
          expect(await snapshot(vault.root)).toEqual(before);
          for (const [path, text] of await readPages(vault.root)) {
            expect(text).not.toContain('hunter2');
            const bad = (await memory.verify(text)).checks.filter(
              ({ status }) => status !== 'verified' && status !== 'superseded',
            );
            expect([path, bad]).toEqual([path, []]);
            for (const target of wikilinks(
              text
                .split('\n')
                .filter((line) => !line.startsWith('user '))
                .join('\n'),
            )) {
              await expect(readFile(join(vault.root, `${target}.md`)), target).resolves.toBeDefined();
            }
          }
        };
        await run();
        const written = new Map<string, readonly string[]>();
        for (const [path, text] of await readPages(vault.root)) {
          // Before the page, between its blocks and after it.
          const parts = text.split(/(?<=<!-- memora:end [a-z-]+ -->\n)/u);
          const mine = remarks.slice(0, parts.length).map((line, i) => `${line} ${i}`);
          await writeFile(
            join(vault.root, path),
            parts.map((part, i) => `${mine[i] === undefined ? '' : `${mine[i]}\n`}${part}`).join(''),
          );
          written.set(path, mine);
        }
        for (const [path, text] of Object.entries(toFiles(next))) await vault.write(path, text);
        await run();
        for (const [path, mine] of written) {
          const lines = (await readFile(join(vault.root, path), 'utf8')).split('\n');
          expect(lines.filter((line) => mine.includes(line))).toEqual(mine);
        }
      },
    ),
    { numRuns: sampleOf(12) },
  );
});
