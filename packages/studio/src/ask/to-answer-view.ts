import { randomUUID } from 'node:crypto';
import { decodeText } from '@memora/core';
import type { Answer, AnswerPassage, Memory } from '@memora/engine';
import { WROTE_IT } from '@memora/engine/json';
import type { NoteNode } from '../notes/note-view.ts';
import { frontmatterLength, renderNote, renderProperties } from '../notes/render-note.ts';
import type { AnswerView, CitationView, LeftOutView, SentenceView } from './answer-view.ts';
import type { KeptAnswer } from './create-answer-shelf.ts';
import { createSources, type Sources } from './create-sources.ts';
import { describeMark, markOf } from './describe-mark.ts';
import { explainLeftOut, type LeftOutPorts } from './explain-left-out.ts';
import { withoutBullet } from './without-bullet.ts';

/**
 * Converts an answer of the engine for the page: the kept sentences of a model, or without a model the found passages. Only this file and `create-sources.ts`
 * (for citations) in the page's server know the shape of the engine's answer.
 */
export async function toAnswerView(
  question: string,
  answer: Answer,
  memory: Pick<Memory, 'readNote' | 'settings' | 'claims' | 'related' | 'readSpans' | 'findSpan'>,
  { reveal, reading }: { readonly reveal: boolean; readonly reading: AnswerView['reading'] },
): Promise<KeptAnswer> {
  const sources = createSources(answer, memory);
  const { writtenBy, abstained, notices, degradedReasons } = answer;
  const isWritten = writtenBy === 'model' && !abstained;
  const found = abstained ? answer.nearest : answer.passages;
  const isProperties = async ({ notePath, span }: AnswerPassage['passage']) => {
    const bytes = await memory.readNote(notePath, { of: answer });
    return bytes !== null && span.start < headLength(bytes);
  };
  const page = isWritten ? [] : await toFound(found, sources, { reveal, isProperties });
  const written = isWritten ? answer.report : answer.refused;
  const told = written === null ? NOTHING : await toSentences(written, sources, { memory, reveal });
  const view: AnswerView = {
    id: randomUUID(),
    question,
    writtenBy: writtenBy === 'model' ? (memory.settings.config.llm.model ?? 'a model') : null,
    sentences: isWritten ? told.sentences : page,
    sources: sources.views,
    leftOut: told.leftOut,
    abstained,
    behind: notices.behind,
    degraded: degradedReasons,
    reading,
    read: new Set(answer.hits.map(({ claim }) => claim.notePath)).size,
    untestedJudge: nameJudge(notices.untestedJudge, memory),
  };
  return { view, places: sources.places, said: answer.cleanText, reveal, report: answer.report };
}

type Report = Answer['report'];

const NOTHING: Awaited<ReturnType<typeof toSentences>> = { sentences: [], leftOut: [] };

/** The sentences of a model with their citations, and the sentences that were left out. */
async function toSentences(report: Report, sources: Sources, ports: LeftOutPorts) {
  const sentences: SentenceView[] = [];
  const leftOut: LeftOutView[] = [];
  for (const statement of report.statements) {
    const text = toText(statement.text);
    if (text === '') continue;
    if (!statement.kept) {
      if (statement.kind === 'claim')
        leftOut.push({ text, ...(await explainLeftOut(statement, report.checks, sources, ports)) });
      continue;
    }
    const citations: CitationView[] = [];
    for (const check of statement.checks.flatMap((index) => report.checks[index] ?? [])) {
      const source = check.status === 'verified' ? await sources.addCheck(check) : null;
      if (source === null || citations.some((each) => each.source === source)) continue;
      const mark = markOf(statement);
      citations.push({ source, mark, note: describeMark(mark, statement) });
    }
    const decides = await addDeciding(statement, report.checks, sources);
    if (decides !== null && citations.every((each) => each.source !== decides)) {
      const mark = markOf(statement);
      citations.unshift({ source: decides, mark, note: describeMark(mark, statement) });
    }
    const { differences } = statement;
    sentences.push({ nodes: toNodes(text), context: [], citations, differences });
  }
  return { sentences, leftOut };
}

/** Names the answering model as the page does elsewhere. */
function nameJudge(name: string | null, { settings }: Pick<Memory, 'settings'>): string | null {
  return name?.endsWith(WROTE_IT) === true ? (settings.config.llm.model ?? name) : name;
}

/** The line on which a judge relies, if it is not among the cited ones: a tick appears next to the line that supports it. Null if there is none. */
async function addDeciding(
  { because, judgement, checks }: Report['statements'][number],
  all: Report['checks'],
  sources: Sources,
): Promise<number | null> {
  const cited = checks.flatMap((index) => all[index] ?? []);
  const of = cited.find(({ status, notePath }) => status === 'verified' && notePath === because?.note);
  if (because === null || of === undefined || judgement !== 'supported') return null;
  if (cited.some(({ band }) => band === 'secret')) return null;
  const { start, end } = because.span;
  const isCited = cited.some(
    ({ notePath, span }) =>
      notePath === because.note && span !== null && span.start < end && span.end > start,
  );
  return isCited ? null : sources.addLine(of, because);
}

/** Passages of notes: from each the sentence that matches the question best, and its context. Secret ones are left out, unless `reveal` is set. */
async function toFound(
  passages: readonly AnswerPassage[],
  sources: Sources,
  {
    reveal,
    isProperties,
  }: {
    readonly reveal: boolean;
    readonly isProperties: (passage: AnswerPassage['passage']) => Promise<boolean>;
  },
): Promise<SentenceView[]> {
  const shown: SentenceView[] = [];
  for (const each of passages) {
    if (each.passage.band === 'secret' && !reveal) continue;
    const words = each.best?.text ?? each.text;
    const source = await sources.addPassage(each);
    const at = each.text.indexOf(words);
    const around = each.text.trim() !== words.trim() && at >= 0;
    const marks = [{ start: at, end: at + words.length }];
    const inHead = await isProperties(each.passage);
    // An item alone can say the opposite of what the line above its list says.
    const whole = each.leadIn === null ? words : `${each.leadIn} ${withoutBullet(words)}`;
    const context = () =>
      inHead ? renderProperties(each.text, marks) : renderNote(each.text, { marks, secrets: [] });
    shown.push({
      nodes: inHead ? renderProperties(words, []) : toNodes(withoutBullet(whole)),
      context: around ? context() : [],
      citations: [{ source, mark: 'quoted', note: 'These are the words of the note.' }],
      differences: [],
    });
  }
  return shown;
}

/** The number of bytes of a note's properties. */
function headLength(bytes: Uint8Array): number {
  const { text, table } = decodeText(bytes);
  return table.toByte(frontmatterLength(text) as never);
}

/** A statement without its citations and list bullet. */
export function toText(text: string): string {
  return withoutBullet(text.replace(/\s*\[claim:[^\]]*\]/giu, ''));
}

/** A single paragraph is unwrapped. */
export function toNodes(text: string): readonly NoteNode[] {
  const nodes = renderNote(text, { marks: [], secrets: [] });
  const [first] = nodes;
  return nodes.length === 1 && typeof first === 'object' && first[0] === 'p' ? first[2] : nodes;
}
