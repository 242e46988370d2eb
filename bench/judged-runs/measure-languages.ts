import { readFileSync } from 'node:fs';
import { type Judge, verifyAgainst } from '@memora/validator';
import type { Report } from '../report.ts';

interface LanguageNote {
  readonly lang: string;
  readonly path: string;
  readonly note: string;
  readonly sentences: readonly {
    readonly id: string;
    readonly label: 'true' | 'false';
    readonly quote: string;
    readonly text: string;
  }[];
}

const flat = (text: string) => text.replace(/\s+/gu, ' ');

/** Handwritten sentences in four languages, half of them lies, without a judge and with a perfect reader who sees the quote and the path. */
export async function measureLanguages(report: Report): Promise<void> {
  const notes = readFileSync(new URL('./languages.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LanguageNote);
  report.heading('sentences written by hand in German, Spanish, Japanese and Arabic');
  const rows = [...new Set(notes.map(({ lang }) => lang))].map((lang) => ({
    lang,
    true: 0,
    'true refused': 0,
    'true kept by a judge': 0,
    lies: 0,
    'lies refused': 0,
    'lies ticked': 0,
    'lies ticked by a judge': 0,
  }));
  for (const { lang, path, note, sentences } of notes)
    for (const { label, quote, text } of sentences) {
      const row = rows.find((each) => each.lang === lang) as (typeof rows)[number];
      const ask = async (judge?: Judge) => {
        const { cleanText, statements } = await verifyAgainst({
          documents: { [path]: note },
          answer: `${text.replace(/[.。]$/u, '')} [1: "${flat(quote)}"].`,
          ...(judge !== undefined && { judge }),
        });
        const claims = statements.filter(({ kind }) => kind === 'claim');
        const isKept = cleanText.trim() !== '';
        const isTicked =
          isKept &&
          claims.every(({ wording, judgement }) => wording === 'quoted' || judgement === 'supported');
        return { isKept, isTicked };
      };
      const alone = await ask();
      const judged = await ask(readerOf(label, quote, path));
      if (label === 'true') {
        row.true++;
        if (!alone.isKept) row['true refused']++;
        if (judged.isKept) row['true kept by a judge']++;
      } else {
        row.lies++;
        if (!alone.isKept) row['lies refused']++;
        if (alone.isTicked) row['lies ticked']++;
        if (judged.isTicked) row['lies ticked by a judge']++;
      }
    }
  report.table(rows);
  const sum = (name: Exclude<keyof (typeof rows)[number], 'lang'>) =>
    rows.reduce((all, row) => all + row[name], 0);
  report.budget('four languages: true refused', (100 * sum('true refused')) / sum('true'), {
    max: 1,
    unit: '%',
  });
  report.budget('four languages: lies ticked', sum('lies ticked'), { max: 0 });
  report.budget(
    'four languages, with a judge: true kept',
    (100 * sum('true kept by a judge')) / sum('true'),
    {
      min: 97,
      unit: '%',
    },
  );
  report.budget('four languages, with a judge: lies ticked', sum('lies ticked by a judge'), { max: 0 });
}

function readerOf(label: 'true' | 'false', quote: string, path: string): Judge {
  return {
    name: 'by hand',
    locality: 'local',
    judge: async ({ statements }) =>
      statements.map(({ index, evidence }) => {
        const sees = evidence.some(
          (each) => flat(`${each.quote} ${each.passage}`).includes(flat(quote)) && each.context.path === path,
        );
        const verdict = !sees ? 'not_told' : label === 'true' ? 'supported' : 'contradicted';
        return { index, verdict, quote };
      }),
  };
}
