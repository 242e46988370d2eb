import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { verifyCitations } from '@memora/validator';
import { createDocumentClaims } from '@memora/validator/documents';
import type { Report } from '../report.ts';

/** One in this many sentences is tested; `MEMORA_BENCH_EVERY=1` tests all, which takes some minutes. */
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

/** Shapes up to this one add words or marks around the sentence; later ones change its spelling. */
const LAST_LEAD_IN = 4;

function* notesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* notesIn(path);
    else if (name.endsWith('.md') && statSync(path).size < LONGEST_NOTE) yield path;
  }
}

/** Markup, quoted lines and addresses are not sentences, and their dashes are not dashes. */
const NO_SENTENCE = /^\s*[>|`]|\n\s*>|<!--|!\[|:\/\/|```/u;
const MARKS = /^(?:[-*+]|\d+[.)]|#+)\s+(?:\[[ xX]\]\s+)?/u;
/** Text in a quotation, in an open task or above an item asserts nothing by itself. Its line begins like this. */
const NO_STATEMENT = /^\s*(?:>|(?:[-*+]|\d+[.)])\s+(?:\[[^xX]\]\s|#|>))/u;
/** Addresses and code are not prose: their dashes and quotation marks stay. */
const AS_IT_IS = /(\]\([^)]*\)|`[^`]*`)/u;
/** Statements per answer: a note is read once for all of them. */
const TOGETHER = 60;
const MOST_NAMED = 40;

/** No sentence that is verbatim in a note is refused, whatever introduces it. */
export async function measureVerbatim(report: Report, vaults: string): Promise<void> {
  let [asked, quoted, at, refused] = [0, 0, 0, 0];
  const left: string[] = [];
  for (const vault of readdirSync(vaults))
    for (const path of notesIn(join(vaults, vault))) {
      const bytes = readFileSync(path);
      const note = relative(vaults, path);
      const { list, ...ports } = createDocumentClaims({ [note]: bytes.toString() });
      const head = /^---\r?\n[\s\S]*?\n---\r?\n/u.exec(bytes.toString())?.[0] ?? '';
      const cases = list.flatMap(({ id, text, span }) => {
        const line = bytes.subarray(bytes.lastIndexOf(10, span.start) + 1, span.end).toString();
        const said = text.replace(/\s+/gu, ' ').replace(MARKS, '').replace(/\.$/u, '').trim();
        const isOne = span.start >= Buffer.byteLength(head) && !NO_STATEMENT.test(line);
        if (at++ % EVERY !== 0 || !isOne || NO_SENTENCE.test(text) || !/\p{L}/u.test(said)) return [];
        const index = asked++ % SHAPES.length;
        const shape = SHAPES[index] as (sentence: string) => string;
        const isSpelling = index > LAST_LEAD_IN;
        const shaped = isSpelling
          ? said
              .split(AS_IT_IS)
              .map((part, i) => (i % 2 === 1 ? part : shape(part)))
              .join('')
          : shape(said);
        return [`${shaped} [claim:${id}].`];
      });
      for (let from = 0; from < cases.length; from += TOGETHER) {
        const { statements, checks } = await verifyCitations(
          cases.slice(from, from + TOGETHER).join('\n\n'),
          ports,
        );
        for (const { kind, kept, wording, text, checks: own } of statements) {
          if (own.some((index) => checks[index]?.status !== 'verified')) refused++;
          if (kind === 'claim' && !kept) left.push(`${note}: ${text.slice(0, 80)}`);
          if (wording === 'quoted') quoted++;
        }
      }
    }
  report.heading('sentences of the seven vaults, word for word, with lead-ins, dashes and quotation marks');
  report.note(
    `${asked} sentences, one of ${EVERY}; titles, questions and words of one cell are among them, open tasks and quotations are not`,
  );
  for (const each of left.slice(0, MOST_NAMED)) report.note(`left out: ${each}`);
  report.budget('verbatim sentences refused', refused, { max: 0, unit: ` of ${asked}` });
  report.budget('verbatim sentences left out', (100 * left.length) / Math.max(1, asked), {
    max: 0.2,
    unit: '%',
  });
  report.budget('verbatim sentences ticked', (100 * quoted) / Math.max(1, asked), { min: 95, unit: '%' });
}
