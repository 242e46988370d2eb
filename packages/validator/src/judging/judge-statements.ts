/* Calls a judge for the statements of an answer. Loaded only if there is a judge and a statement to judge. */
import { type Band, strictestBand } from '@memora/core';
import type { TextRange } from '@memora/language/sentences';
import type { CheckedStatement } from '../checks/check-statement.ts';
import type { Judge, JudgeEvidence, JudgeReply, JudgeRequest, JudgeVerdict } from '../contract/judge.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { NearestWords } from '../contract/verification-report.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { proveQuote } from '../passages/prove-quote.ts';
import { endsInColon } from '../statements/blocks/ends-in-colon.ts';
import type { StatementUnit, UnitRole } from '../statements/statement-unit.ts';
import { readPassageWords } from '../wording/read-units.ts';
import { readWords } from '../wording/read-words.ts';
import { canDecide } from './can-decide.ts';

/** The judge's opinion on a statement, with the deciding words proven. */
export interface Opinion {
  readonly verdict: JudgeVerdict;
  readonly because: NearestWords | null;
  /** The judge's reason, in one line; `''` if it gives none. */
  readonly reason: string;
  /** The time of the opinion, if it comes from a cache. */
  readonly rememberedFrom?: string;
}

/** The judge's opinions on the statements that it received. */
export interface Opinions {
  readonly of: (statement: CheckedStatement) => Opinion | null;
  /** The number of statements without a verdict. */
  readonly unjudged: number;
}

/** A passage that a judge is shown. */
interface ShownEvidence extends JudgeEvidence {
  /**
   * False for a passage around the cited one. It explains what the cited words are about, but supports
   * nothing by itself.
   */
  readonly isCited: boolean;
}

/** If there are more statements than this, they are split into several calls. */
const MOST_STATEMENTS = 40;
/**
 * Maximum UTF-16 units of a citation. If it covers more, the passages with the most words of the statement
 * are shown.
 */
const MOST_SHOWN = 6_000;
const MOST_PASSAGES = 3;
/** The UTF-16 units of the answer's text before a statement that are shown: as many whole statements as fit, and the beginning of the nearest one. */
const MOST_BEFORE = 400;
const VERDICTS: ReadonlySet<unknown> = new Set(['supported', 'partly', 'contradicted', 'not_told']);

/**
 * Judges every statement that provenance and figures accept and that is not the note's own words, in one
 * call. A judge that fails or whose reply can't be read is called once more. No text of a secret span is sent
 * to a judge elsewhere.
 */
export async function judgeStatements(
  statements: readonly CheckedStatement[],
  settings: VerificationSettings & { readonly judge: Judge },
): Promise<Opinions> {
  const opinions = new Map<CheckedStatement, Opinion>();
  let unread = 0;
  const asked = statements.flatMap((statement) => {
    if (statement.status !== 'verified' || statement.wording === 'quoted') return [];
    const evidence = statement.cited.flatMap((place) => evidenceOf(place, statement.plain, settings));
    const hasLines = mayShowLines(statement, evidence, settings);
    const isShown =
      (settings.judge.locality === 'local' || evidence.every(({ band }) => band !== 'secret')) &&
      (hasLines || statement.lineAbove === '');
    return [{ statement, hasLines, evidence: isShown ? evidence : [] }];
  });
  const shown = asked.filter(({ evidence }) => evidence.length > 0);
  const isLocal = settings.judge.locality === 'local';
  // A caller that has judged nothing yet was not asked: it is shown the statements with this report.
  const isCaller = settings.judge.locality === 'caller';
  const isSecret = ({ cited }: CheckedStatement): boolean =>
    cited.some(({ claim }) => strictestBand(claim.band ?? 'private') === 'secret');
  // Headings and lead-ins cite nothing. A model on this machine may have put a secret that it read into one.
  const telling = statements.filter((each) =>
    each.status === 'verified' ? isLocal || !isSecret(each) : isLocal && STRUCTURE.has(each.unit.role),
  );
  for (let from = 0; from < shown.length; from += MOST_STATEMENTS) {
    const batch = shown.slice(from, from + MOST_STATEMENTS);
    const request: JudgeRequest = {
      ...(settings.question !== null && { question: settings.question }),
      ...(settings.today !== null && { today: settings.today }),
      statements: batch.map(({ statement, hasLines, evidence }, index) => {
        const { before, isWhole } = textBefore(statement, telling);
        const isBelow = hasLines && (statement.lineAbove !== '' || !isWhole);
        const text = isBelow ? textBelow(statement) : textOf(statement);
        const passages = evidence.map(({ isCited: _, ...passage }) => passage);
        return { index, text, ...(before !== '' && { before }), evidence: passages };
      }),
    };
    for (const reply of await ask(request, settings)) {
      const asked = batch[reply.index];
      const opinion = asked === undefined ? null : toOpinion(reply, asked.statement.cited, asked.evidence);
      if (asked !== undefined && opinion !== null) opinions.set(asked.statement, opinion);
      else unread++;
    }
  }
  return {
    of: (statement) => opinions.get(statement) ?? null,
    unjudged: isCaller ? unread : asked.length - opinions.size,
  };
}

async function ask(
  request: JudgeRequest,
  { judge, signal }: VerificationSettings & { readonly judge: Judge },
): Promise<readonly JudgeReply[]> {
  for (let tries = 0; tries < 2; tries++) {
    signal?.throwIfAborted();
    try {
      const replies: unknown = await judge.judge(request, signal === null ? {} : { signal });
      if (!Array.isArray(replies)) continue;
      const read = (replies as Partial<JudgeReply>[]).filter(({ verdict }) => VERDICTS.has(verdict));
      if (read.length > 0) return read as JudgeReply[];
    } catch {
      signal?.throwIfAborted();
    }
  }
  return [];
}

/**
 * Support without quoted words does not count. Doubt counts without them, so that a wrong quotation does not
 * keep a false statement.
 */
function toOpinion(
  { verdict, quote, reason, rememberedFrom }: JudgeReply,
  cited: readonly CitedPlace[],
  evidence: readonly ShownEvidence[],
): Opinion | null {
  const line = (reason ?? '').replace(/\s+/gu, ' ').trim();
  const because = typeof quote === 'string' ? findDeciding(quote, cited, evidence) : null;
  if (because === null && verdict === 'supported') return null;
  return { verdict, reason: line, because, ...(rememberedFrom !== undefined && { rememberedFrom }) };
}

/** The deciding words, in their note. They must be in a passage that is cited, or in the lines that describe it, and contain a meaningful word. */
function findDeciding(
  quote: string,
  cited: readonly CitedPlace[],
  evidence: readonly ShownEvidence[],
): NearestWords | null {
  const own = evidence.filter(({ isCited }) => isCited);
  for (const place of cited) {
    const found = placeOf(quote, place);
    if (found === null) continue;
    const words = place.note.source().text.slice(found.start, found.end);
    if (canDecide(words, own)) return { quote: words, note: place.note.path, span: place.note.toSpan(found) };
  }
  return null;
}

/** The place of words in a note: in a cited passage if they are there too. */
function placeOf(quote: string, { note, range, passages }: CitedPlace): TextRange | null {
  const nearest = proveQuote(note, quote, range).found;
  if (nearest === null || passages.some((passage) => isWithin(nearest, passage))) return nearest;
  for (const passage of passages) {
    const { found } = proveQuote(note, quote, passage);
    if (found !== null && isWithin(found, passage)) return found;
  }
  return nearest;
}

function isWithin(inner: TextRange, outer: TextRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The text of a statement below the lines that introduce it: `We allow: dogs`. */
function textBelow(statement: CheckedStatement): string {
  const lines = statement.above.map(({ plain }) => (endsInColon(plain) ? plain : `${plain}:`));
  return [...lines, textOf(statement)].join(' ');
}

/**
 * True if a judge may be shown the lines above a statement. They cite nothing and may hold a secret, so a
 * judge elsewhere is shown only lines that it reads in the evidence or the question, unless it wrote them.
 */
function mayShowLines(
  { above }: CheckedStatement,
  evidence: readonly ShownEvidence[],
  { judge, question }: VerificationSettings & { readonly judge: Judge },
): boolean {
  if (judge.locality !== 'cloud' || judge.isWriter === true || above.length === 0) return true;
  const shown = evidence.flatMap(({ passage, context }) => [passage, ...Object.values(context).flat()]);
  const known = [question, ...shown].map((text) => toWords(text ?? ''));
  return above.every(({ plain }) => known.some((text) => text.includes(toWords(plain))));
}

/** The words of a text, with a blank around each. */
function toWords(text: string): string {
  return ` ${readWords(text).join(' ')} `;
}

/** A statement as a judge reads it. A task's box is part of it, because it shows whether the task is done. */
function textOf({ unit: { first, lead }, plain }: CheckedStatement): string {
  const at = first ? lead.indexOf('[') : -1;
  return at === -1 ? plain : lead.slice(at) + plain;
}

const STRUCTURE: ReadonlySet<UnitRole> = new Set(['heading', 'leadin', 'head']);

/**
 * The statements, headings and lead-ins before a statement that stay in the answer. `isWhole`: the lines
 * that introduce it are among them.
 */
function textBefore(
  statement: CheckedStatement,
  telling: readonly CheckedStatement[],
): { readonly before: string; readonly isWhole: boolean } {
  const texts: string[] = [];
  const units = new Set<StatementUnit>();
  let room = MOST_BEFORE;
  for (const each of telling.slice(0, telling.indexOf(statement)).reverse()) {
    const text = textOf(each);
    if (text.length > room && texts.length > 0) break;
    texts.unshift(text.slice(0, MOST_BEFORE));
    units.add(each.unit);
    room -= text.length + 1;
  }
  return { before: texts.join(' '), isWhole: statement.above.every(({ unit }) => units.has(unit)) };
}

function evidenceOf(
  place: CitedPlace,
  plain: string,
  { judge: { locality }, shownWith }: VerificationSettings & { readonly judge: Judge },
): ShownEvidence[] {
  const { note, range, claim } = place;
  const around = shownWith?.(claim.id) ?? null;
  const passages = around === null ? place.passages : passagesWith(place, note.toRange(around));
  const band: Band = strictestBand(claim.band ?? 'private');
  const quote = band === 'secret' ? place.quote : note.cut(range);
  if (note.isGuarded && locality !== 'local') {
    const context = passages[0]?.context ?? emptyContext(place);
    return [
      { quote, passage: quote, context: { ...context, leadIn: null, header: null }, band, isCited: true },
    ];
  }
  const shown = choosePassages(passages, plain, place.passages);
  if (shown.length === 0)
    return [{ quote, passage: quote, context: emptyContext(place), band, isCited: true }];
  return shown.map((each) => {
    const { start, end, context } = each;
    const passage = note.cut({ start, end });
    const isCited = place.passages.includes(each);
    return { quote: quote.length > MOST_SHOWN ? passage : quote, passage, context, band, isCited };
  });
}

/** The passages of a citation with the surrounding ones that its author saw, in the order of the note. */
function passagesWith({ note, passages }: CitedPlace, around: TextRange): readonly NotePassage[] {
  const all = new Set([...passages, ...note.passagesAt(around)]);
  return [...all].sort((a, b) => a.start - b.start);
}

/** The passages with the most words of a statement. If it cites only a few, all of them are included. */
function choosePassages(
  passages: readonly NotePassage[],
  plain: string,
  own: readonly NotePassage[],
): readonly NotePassage[] {
  const total = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (passages.length <= MOST_PASSAGES || total <= MOST_SHOWN) return passages;
  const said = new Set(readWords(plain));
  const scores = passages.map((passage) => {
    if (own.length < MOST_PASSAGES && own.includes(passage)) return Number.POSITIVE_INFINITY;
    const { unitsByWord } = readPassageWords(passage);
    return [...said].reduce((sum, word) => sum + (unitsByWord.has(word) ? Math.min(word.length, 8) : 0), 0);
  });
  const best = [...scores.keys()]
    .sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
    .slice(0, MOST_PASSAGES);
  return best.sort((a, b) => a - b).map((i) => passages[i] as NotePassage);
}

function emptyContext({ claim }: CitedPlace): JudgeEvidence['context'] {
  return {
    title: claim.noteTitle ?? null,
    path: claim.notePath,
    headings: claim.headingPath ?? [],
    dates: [],
    speaker: null,
    leadIn: null,
    header: null,
  };
}
