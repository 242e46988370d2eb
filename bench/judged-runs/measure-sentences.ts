import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Judge, type JudgeVerdict, verifyAgainst } from '@memora/validator';
import type { Report } from '../report.ts';

interface Quote {
  readonly path: string;
  readonly quote: string;
}

interface Sentence {
  readonly id: string;
  readonly text: string;
  readonly label: 'true' | 'false';
  readonly quotes: readonly Quote[];
}

/** Sentences that answer one question, with the notes that they quote. */
export interface LabelledAnswer {
  readonly question: string;
  readonly today: string;
  readonly sentences: readonly Sentence[];
  readonly documents: ReadonlyMap<string, string>;
}

/** Reads the labelled answers, with the notes of their vaults. */
export function readAnswers(file: string, vaults: string): LabelledAnswer[] {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledAnswer & { vault: string });
  return rows.map((row) => {
    const paths = new Set(row.sentences.flatMap(({ quotes }) => quotes.map(({ path }) => path)));
    const documents = new Map(
      [...paths].map((path) => [path, readFileSync(join(vaults, row.vault, path), 'utf8')]),
    );
    return { ...row, documents };
  });
}

const flat = (text: string) => text.replace(/\s+/gu, ' ');

/** The shares of true and false sentences that are refused, stay and get a check mark. */
export async function measureSentences(
  report: Report,
  answers: readonly LabelledAnswer[],
  verdicts: ReadonlyMap<string, { readonly verdict: string; readonly quote?: string }>,
): Promise<void> {
  const count = () => ({ all: 0, kept: 0, ticked: 0 });
  const alone = { true: count(), false: count() };
  const judged = { true: count(), false: count() };
  for (const answer of answers)
    for (const sentence of answer.sentences) {
      add(alone[sentence.label], await verify(answer, sentence));
      const verdict = verdicts.get(sentence.id);
      if (verdict !== undefined)
        add(judged[sentence.label], await verify(answer, sentence, readerOf(sentence, verdict)));
    }
  const share = (part: number, { all }: { all: number }) => (100 * part) / Math.max(1, all);
  const refused = ({ all, kept }: { all: number; kept: number }) => all - kept;
  report.heading('sentences as a model writes them, cited with their quotes');
  report.note(`${alone.true.all} true, ${alone.false.all} false`);
  report.budget('true refused', share(refused(alone.true), alone.true), { max: 1, unit: '%' });
  report.budget('lies ticked', share(alone.false.ticked, alone.false), { max: 1, unit: '%' });
  report.budget('with a judge: true kept', share(judged.true.kept, judged.true), { min: 97, unit: '%' });
  report.budget('with a judge: lies ticked', share(judged.false.ticked, judged.false), { max: 2, unit: '%' });
}

async function verify(
  { question, today, documents }: LabelledAnswer,
  { text, quotes }: Sentence,
  judge?: Judge,
) {
  const paths = [...new Set(quotes.map(({ path }) => path))];
  const markers = quotes.map(({ path, quote }) => `[${paths.indexOf(path) + 1}: "${flat(quote)}"]`).join(' ');
  return verifyAgainst({
    documents: Object.fromEntries(paths.map((path) => [path, documents.get(path) ?? ''])),
    answer: `${text.replace(/\.$/u, '')} ${markers}.`,
    question,
    today,
    ...(judge !== undefined && { judge }),
  });
}

/** A reader who gives the recorded verdict if every quote is shown with its headings and path. */
function readerOf(
  { quotes }: Sentence,
  { verdict, quote }: { readonly verdict: string; readonly quote?: string },
): Judge {
  return {
    name: 'recorded',
    locality: 'local',
    judge: async ({ statements }) => {
      const shown = statements.flatMap(({ evidence }) => evidence);
      const texts = shown.map((each) => flat(`${each.quote} ${each.passage}`)).join(' ');
      const sees = quotes.every(
        (each) => texts.includes(flat(each.quote)) && shown.some(({ context }) => context.path === each.path),
      );
      return statements.map(({ index }) => ({
        index,
        verdict: sees ? (verdict as JudgeVerdict) : 'not_told',
        quote: sees ? quote : null,
      }));
    },
  };
}

function add(
  sum: { all: number; kept: number; ticked: number },
  found: Awaited<ReturnType<typeof verify>>,
): void {
  const claims = found.statements.filter(({ kind }) => kind === 'claim');
  sum.all++;
  if (found.cleanText.trim() === '') return;
  sum.kept++;
  if (claims.every(({ wording, judgement }) => wording === 'quoted' || judgement === 'supported'))
    sum.ticked++;
}
