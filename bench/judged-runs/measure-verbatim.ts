import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { verifyCitations } from '@memora/validator';
import { createDocumentClaims } from '@memora/validator/documents';
import type { Report } from '../report.ts';

/** Every so many sentences one is asked; `MEMORA_BENCH_EVERY=1` asks all, which takes some minutes. */
const EVERY = Number(process.env['MEMORA_BENCH_EVERY'] ?? 10);
const LONGEST_NOTE = 400_000;

/** A sentence with lead-ins, and with every dash and quotation mark. */
const SHAPES: readonly ((sentence: string) => string)[] = [
  (said) => said,
  (said) => `The note says: ${said}`,
  (said) => `According to the note, ${said}`,
  (said) => `The note says “${said}”`,
  (said) => `«${said}»`,
  (said) => said.replace(/[-‐–—]/gu, '‑'),
  (said) => said.replace(/(?<=\s)[-‐‑–—−](?=\s)/gu, '—'),
  (said) => said.replace(/["“”]/gu, '"').replace(/['’]/gu, '’'),
];

function* notesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* notesIn(path);
    else if (name.endsWith('.md') && statSync(path).size < LONGEST_NOTE) yield path;
  }
}

/** Markup, lines of a quotation and addresses are no sentences: their dashes are no dashes. */
const NO_SENTENCE = /^\s*[>|`]|\n\s*>|<!--|!\[|:\/\/|```/u;
const MARKS = /^(?:[-*+]|\d+[.)]|#+)\s+(?:\[[ xX]\]\s+)?/u;

/** No sentence that stands in a note word for word is refused, whatever introduces it. */
export async function measureVerbatim(report: Report, vaults: string): Promise<void> {
  let [asked, refused, quoted, at] = [0, 0, 0, 0];
  for (const vault of readdirSync(vaults))
    for (const path of notesIn(join(vaults, vault))) {
      const { list, ...ports } = createDocumentClaims({
        [relative(vaults, path)]: readFileSync(path, 'utf8'),
      });
      for (const { id, text } of list) {
        const said = text.replace(/\s+/gu, ' ').replace(MARKS, '').replace(/\.$/u, '').trim();
        if (at++ % EVERY !== 0 || NO_SENTENCE.test(text) || !/\p{L}/u.test(said)) continue;
        const shape = SHAPES[asked++ % SHAPES.length] as (sentence: string) => string;
        const { checks, statements } = await verifyCitations(`${shape(said)} [claim:${id}].`, ports);
        if (checks.some(({ status }) => status !== 'verified')) refused++;
        const claims = statements.filter(({ kind }) => kind === 'claim');
        if (claims.every(({ wording }) => wording === 'quoted')) quoted++;
      }
    }
  report.heading('sentences of the seven vaults, word for word, with lead-ins, dashes and quotation marks');
  report.note(
    `${asked} sentences, one of ${EVERY}; titles, tasks, questions and words of one cell are among them`,
  );
  report.budget('verbatim sentences refused', refused, { max: 0, unit: ` of ${asked}` });
  report.budget('verbatim sentences ticked', (100 * quoted) / Math.max(1, asked), { min: 95, unit: '%' });
}
