import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { type StatementJson, WROTE_IT } from '@memora/engine/json';
import type { AnswerView, CitationView, SentenceView, SourceView } from '../ask/answer-view.ts';
import { describeMark, markOf } from '../ask/describe-mark.ts';
import { toNodes, toText } from '../ask/to-answer-view.ts';
import { withoutBullet } from '../ask/without-bullet.ts';
import { renderNote } from '../notes/render-note.ts';
import { toAuthor } from './note-author.ts';
import type { TeamAnswer, TeamPassage, TeamProof, TeamSource } from './team-source.ts';

/** A team's answer, with the claim that proves each of its sources. */
export interface KeptTeamAnswer {
  readonly view: AnswerView;
  readonly claims: ReadonlyMap<number, string | null>;
}

type Shown = Pick<SourceView, 'path' | 'words'> &
  Partial<Pick<SourceView, 'headings' | 'date' | 'speaker' | 'author'>>;

/** Converts a team server's answer for the page: the kept sentences of its model, or without a model the found passages. */
export async function toTeamAnswer(
  question: string,
  answer: TeamAnswer,
  { ask }: Pick<TeamSource, 'ask'>,
): Promise<KeptTeamAnswer> {
  const sources: SourceView[] = [];
  const claims = new Map<number, string | null>();
  const add = (
    claim: string | null,
    { path, words, headings = [], date = null, speaker = null, author }: Shown,
  ) => {
    const known = [...claims].find(([, each]) => each !== null && each === claim);
    if (known !== undefined) return known[0];
    const number = sources.length + 1;
    const title = basename(path, '.md');
    sources.push({
      ...{ number, path, title, headings, date, speaker, words },
      ...{ original: null, state: 'same', now: null, author },
    });
    claims.set(number, claim);
    return number;
  };
  const isWritten = answer.written_by === 'model' && !answer.abstained;
  const sentences: SentenceView[] = [];
  for (const passage of isWritten ? [] : answer.abstained ? answer.nearest : answer.passages)
    sentences.push(toSentence(passage, add(passage.claim_ids[0] ?? null, toShown(passage))));
  const kept = isWritten ? answer.statements.filter(({ kept: isKept }) => isKept) : [];
  for (const statement of kept) {
    const cited = statement.checks.flatMap((at) => answer.checks[at] ?? []);
    const citations: CitationView[] = [];
    for (const { claim_id: claim, status, note, ...written } of cited) {
      if (status !== 'verified' || note === null) continue;
      const proof = await ask<TeamProof>('memora_verify_claim', { claim_id: claim });
      const of = answer.passages.find(({ claim_ids: ids }) => ids.includes(claim));
      const about = of === undefined ? { path: note, author: toAuthor(written) } : toShown(of);
      const source = add(claim, { ...about, words: proof.current_text ?? '' });
      if (!citations.some((each) => each.source === source)) citations.push(toCitation(statement, source));
    }
    const nodes = toNodes(toText(statement.text));
    sentences.push({ nodes, context: [], citations, differences: statement.differences });
  }
  const gone = [
    ...answer.statements.filter(({ kept, kind }) => !kept && kind === 'claim'),
    ...answer.refused,
  ];
  return {
    claims,
    view: {
      ...{ id: randomUUID(), question, sentences, sources, reading: null },
      writtenBy: isWritten ? 'the model of the team' : null,
      leftOut: gone.map(({ text, reason }) => ({ text: toText(text), reason, source: null, newer: null })),
      abstained: answer.abstained,
      behind: answer.notices.behind,
      degraded: answer.degraded_reasons,
      read: new Set(answer.passages.map(({ note }) => note)).size,
      // The team's server operator tests its models.
      untestedJudge: null,
    },
  };
}

function toShown({ note, place, dates, speaker, text, best, ...written }: TeamPassage): Shown {
  const headings = place.split(' › ').slice(1);
  return {
    path: note,
    words: best ?? text,
    headings,
    date: dates[0] ?? null,
    speaker,
    author: toAuthor(written),
  };
}

function toSentence({ text, best }: TeamPassage, source: number): SentenceView {
  const words = best ?? text;
  const at = text.indexOf(words);
  const isPart = at >= 0 && text.trim() !== words.trim();
  const marks = [{ start: at, end: at + words.length }];
  return {
    nodes: toNodes(withoutBullet(words)),
    context: isPart ? renderNote(text, { marks, secrets: [] }) : [],
    citations: [{ source, mark: 'quoted', note: 'These are the words of the note.' }],
    differences: [],
  };
}

function toCitation(statement: StatementJson, source: number): CitationView {
  const { judged_by: judgedBy, because } = statement;
  const isSelfJudged = judgedBy?.endsWith(WROTE_IT) === true;
  const said = { ...statement, judgedBy, because, isSelfJudged } as unknown as Parameters<typeof markOf>[0];
  const mark = markOf(said);
  return { source, mark, note: describeMark(mark, said) };
}
