import { randomUUID } from 'node:crypto';
import type { Answer, Memory } from '@memora/engine';
import type { NoteNode } from '../notes/note-view.ts';
import { renderNote } from '../notes/render-note.ts';
import type { AnswerView, CitationView, LeftOutView, SentenceView, SourceView } from './answer-view.ts';
import type { KeptAnswer } from './create-answer-shelf.ts';
import { describeMark, markOf } from './describe-mark.ts';
import type { CitedPlace } from './locate-source.ts';

type Check = Answer['report']['checks'][number];

/**
 * An answer of the engine as the page shows it. This file is all of the page's server that knows what an answer of the engine looks like.
 * Statements that were not kept are listed with their reasons.
 */
export async function toAnswerView(
  question: string,
  answer: Answer,
  memory: Pick<Memory, 'readNote' | 'settings'>,
  reveal: boolean,
): Promise<KeptAnswer> {
  const sources = createSources(answer, memory);
  const sentences: SentenceView[] = [];
  const leftOut: LeftOutView[] = [];
  for (const statement of answer.report.statements) {
    const checks = statement.checks.flatMap((index) => answer.report.checks[index] ?? []);
    const text = toText(statement.text);
    if (text === '') continue;
    if (!statement.kept) {
      if (statement.kind === 'claim') leftOut.push({ text, reason: statement.reason });
      continue;
    }
    const citations: CitationView[] = [];
    for (const check of checks) {
      if (check.status !== 'verified') continue;
      const number = await sources.add(check);
      if (number === null || citations.some(({ source }) => source === number)) continue;
      const mark = markOf(statement);
      citations.push({ source: number, mark, note: describeMark(mark, statement) });
    }
    sentences.push({ nodes: toNodes(text), context: [], citations, differences: statement.differences });
  }
  if (answer.abstained) {
    for (const { passage, best, text: whole, claimIds } of answer.nearest) {
      const text = best?.text ?? whole;
      const place = { path: passage.notePath, span: best?.span ?? passage.span };
      const number = await sources.addPlace(place, text, claimIds[0] ?? passage.id);
      sentences.push({
        nodes: toNodes(text),
        context: [],
        citations: [{ source: number, mark: 'quoted', note: 'These are the words of the note.' }],
        differences: [],
      });
    }
  }
  const view: AnswerView = {
    id: randomUUID(),
    question,
    writtenBy: answer.writtenBy === 'model' ? modelName(memory) : null,
    sentences,
    sources: sources.views,
    leftOut,
    abstained: answer.abstained,
    behind: answer.notices.behind,
    degraded: answer.degradedReasons,
  };
  return { view, places: sources.places, said: answer.cleanText, reveal };
}

/** Numbers the places that an answer cites, each once. */
function createSources(answer: Answer, memory: Pick<Memory, 'readNote'>) {
  const views: SourceView[] = [];
  const places = new Map<number, CitedPlace>();
  const numberByPlace = new Map<string, number>();
  const claimById = new Map(answer.hits.map(({ claim }) => [claim.id as string, claim]));

  const addPlace = async (
    { path, span }: Pick<CitedPlace, 'path' | 'span'>,
    words: string,
    claimId: string,
  ): Promise<number> => {
    const key = `${path}\0${span.start}\0${span.end}`;
    const known = numberByPlace.get(key);
    if (known !== undefined) return known;
    const number = views.length + 1;
    numberByPlace.set(key, number);
    const bytes = await memory.readNote(path, { of: answer });
    places.set(number, { path, span, bytes: bytes?.slice(span.start, span.end) ?? null });
    const claim = claimById.get(claimId);
    const speaker = claim?.metadata['speaker'];
    views.push({
      number,
      path,
      title: claim?.noteTitle ?? path.replace(/^.*\/|\.md$/giu, ''),
      headings: claim?.headingPath.filter((heading) => heading !== claim.noteTitle) ?? [],
      date: claim?.validFrom?.slice(0, 10) ?? null,
      speaker: typeof speaker === 'string' ? speaker : null,
      words,
      state: 'same',
      now: null,
    });
    return number;
  };
  return {
    views,
    places,
    addPlace,
    add: async ({ notePath, span, sourceText, claimId }: Check): Promise<number | null> =>
      notePath === null || span === null || sourceText === null
        ? null
        : addPlace({ path: notePath, span }, sourceText, claimId),
  };
}

/** A statement without its citations and the bullet that it stands in. */
function toText(text: string): string {
  return text
    .replace(/\s*\[claim:[^\]]*\]/giu, '')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/iu, '')
    .trim();
}

/** A sentence in one paragraph is drawn without it. */
function toNodes(text: string): readonly NoteNode[] {
  const nodes = renderNote(text, { marks: [], secrets: [] });
  const [first] = nodes;
  return nodes.length === 1 && typeof first === 'object' && first[0] === 'p' ? first[2] : nodes;
}

function modelName({ settings }: Pick<Memory, 'settings'>): string {
  return settings.config.llm.model ?? 'a model';
}
