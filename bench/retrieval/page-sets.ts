import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VectorIndex } from '@memora/retrieval';
import { choosePage, WEIGHTS } from '@memora/retrieval/internal';
import { judgeAnswer } from '../answers-runs/judge-answer.ts';
import {
  FURTHER_FILES,
  halfOfQuestion,
  readQuestions,
  type VaultQuestion,
} from '../answers-runs/read-questions.ts';
import { type AskedVault, openAskedVault, readShown } from '../asked-runs/open-asked-vault.ts';

/** Passages that a page is chosen from. */
const LOOKED_AT = 30;

/** Sets whose cases nobody inspects. */
const UNSEEN = new Set(['seventh']);

/** A passage as input to the choice of a page. */
interface FoundPassage {
  readonly score: number;
  readonly coverage: number;
  readonly right: boolean;
}

/** How many questions that the notes answer have the right passage first, and how many of the others find none. */
export interface PageTally {
  readonly first: number;
  readonly answerable: number;
  readonly silent: number;
  readonly unanswerable: number;
}

/**
 * Scores the first passage of each page, and pages that must be empty: one set per list of questions that may
 * be inspected, if its vaults are in the folder.
 */
export async function openPageSets(vaults: string, vectors: VectorIndex) {
  const lists = [
    ['dev', readQuestions().filter(({ id }) => halfOfQuestion(id) === 'dev')] as const,
    ...Object.entries(FURTHER_FILES).flatMap(([name, file]) =>
      UNSEEN.has(name) ? [] : [[name, readQuestions(file)] as const],
    ),
  ];
  const opened = new Map<string, AskedVault>();
  for (const { vault } of lists.flatMap(([, questions]) => questions))
    if (!opened.has(vault) && existsSync(join(vaults, vault)))
      opened.set(vault, await openAskedVault(join(vaults, vault), vectors));
  return lists.flatMap(([name, questions]) => {
    const asked = questions.filter(({ vault }) => opened.has(vault));
    if (asked.length < questions.length) return [];
    const pages = keepFor((question: VaultQuestion) =>
      findPassages(question, opened.get(question.vault) as AskedVault, join(vaults, question.vault), vectors),
    );
    const tally = async (): Promise<PageTally> => {
      const sum = { first: 0, answerable: 0, silent: 0, unanswerable: 0 };
      for (const question of asked) {
        const page = choosePage(await pages(question), WEIGHTS.page);
        if (question.gold.length > 0) {
          sum.answerable++;
          sum.first += Number(page[0]?.right === true);
        } else {
          sum.unanswerable++;
          sum.silent += Number(page.length === 0);
        }
      }
      return sum;
    };
    const score = async () => {
      const { first, answerable, silent, unanswerable } = await tally();
      return (first + silent) / (answerable + unanswerable);
    };
    return [{ name: `page, ${name}`, score, tally }];
  });
}

/** The results of a question depend on all weights except those of the page, so each choice of them asks it once. */
function keepFor(find: (question: VaultQuestion) => Promise<readonly FoundPassage[]>) {
  let kept = new Map<string, readonly FoundPassage[]>();
  let of = '';
  return async (question: VaultQuestion): Promise<readonly FoundPassage[]> => {
    const { page: _, ...others } = WEIGHTS;
    const name = JSON.stringify(others);
    if (name !== of) [of, kept] = [name, new Map()];
    const known = kept.get(question.id) ?? (await find(question));
    kept.set(question.id, known);
    return known;
  };
}

async function findPassages(
  question: VaultQuestion,
  { search }: AskedVault,
  root: string,
  vectors: VectorIndex,
): Promise<readonly FoundPassage[]> {
  const { hits } = await search(question.question, { limit: LOOKED_AT }, { vectors });
  const shown = new Set<string>();
  return hits.flatMap(({ passage, score, why: { coverage } }) => {
    const { fingerprint, context, notePath } = passage;
    // A page shows one of several copies under the same headings.
    const name = JSON.stringify([fingerprint, context.headings, context.dates]);
    if (shown.has(name)) return [];
    shown.add(name);
    const text = readShown(passage, readFileSync(join(root, notePath)));
    return [{ score, coverage, right: judgeAnswer(question, [{ text, notes: [notePath] }]).first }];
  });
}
