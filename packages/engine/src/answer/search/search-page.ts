import { isAuthor } from '@memora/language/passages';
import { choosePage, WEIGHTS } from '@memora/retrieval/internal';
import type { AnswerPassage } from '../answer-passage.ts';
import { type CiterPorts, idsOfTarget, readTargets, type Target } from '../handles/create-citer.ts';
import { overlaps } from '../passages/citable-units.ts';
import {
  type FoundReads,
  findReadPassages,
  type PassageSearch,
  type ShownPorts,
} from '../passages/find-shown-passages.ts';
import type { FoundPassage } from '../passages/found-passage.ts';
import { type ReadPassage, textAt } from '../passages/read-passage.ts';
import { textOf } from '../passages/shown-passage.ts';
import { toAnswerLine } from '../to-answer-line.ts';
import { chooseBest } from './choose-best.ts';
import { findLeadIn } from './find-lead-in.ts';
import { newestFirst } from './newest-first.ts';
import { partsOfQuestion } from './question-parts.ts';

/** The dependencies of a page of passages. */
export interface PagePorts extends ShownPorts, Omit<CiterPorts, 'bandSettings'> {
  /** 0–1: a passage that covers less of the question is about something else; the page is empty if the best one does. */
  readonly floor: number;
}

/** A passage of a page with its citable targets. */
export interface PagePassage extends AnswerPassage {
  readonly targets: readonly Target[];
  /** The target that introduces the list of its best sentence. */
  readonly introducing: Target | null;
}

/** A page, and the passages that it was chosen from. */
interface Page {
  readonly passages: readonly PagePassage[];
  readonly nearest: readonly AnswerPassage[];
  readonly abstained: boolean;
  readonly reads: FoundReads;
  /** The passages that were read, in page order. */
  readonly ordered: readonly ReadPassage[];
}

/** Maximum number of passages that a person looks at. */
const MOST = 10;
const NEAREST = 3;
/** Number of passages that are read from their notes, from which the page is chosen. */
const LOOKED_AT = 3 * MOST;

/** Returns the passages for a question, best first, as currently in their notes; if none is about it, the nearest ones. */
export async function searchPage(question: string, options: PassageSearch, ports: PagePorts): Promise<Page> {
  const whole = await findReadPassages(question, { limit: LOOKED_AT, ...options }, ports);
  const { read } = whole;
  const parts: FoundReads[] = [];
  for (const part of partsOfQuestion(question))
    parts.push(await findReadPassages(part, { limit: LOOKED_AT, ...options }, ports));
  const about = withParts(
    chooseAbout(read, options, ports),
    parts.map((part) => chooseAbout(part.read, options, ports)),
  );
  const reads = {
    ...whole,
    moved: [...new Set([whole, ...parts].flatMap(({ moved }) => moved))],
    degradedReasons: [...new Set([whole, ...parts].flatMap(({ degradedReasons }) => degradedReasons))],
  };
  if (about.length > 0) {
    const isOfNow = options.asOf === undefined && options.askedTime === undefined;
    const ordered = personsFirst(isOfNow ? newestFirst(question, about, ports.now()) : about);
    const shown = new Set(about.map(idOf));
    return {
      passages: await showAll(ordered.slice(0, MOST), ports),
      nearest: [],
      abstained: false,
      reads,
      ordered: [...ordered, ...read.filter((each) => !shown.has(idOf(each)))],
    };
  }
  const near = [...Map.groupBy(read, ({ found }) => found.passage.notePath).values()].flatMap(
    ([first]) => first ?? [],
  );
  const open = near.filter(({ found }) => found.passage.band !== 'secret' && found.words.length > 0);
  return {
    passages: [],
    nearest: await showAll(open.slice(0, NEAREST), ports),
    abstained: true,
    reads,
    ordered: read,
  };
}

function idOf({ found }: ReadPassage): string {
  return found.passage.id;
}

/** Chooses the passages of the page. */
function chooseAbout(
  read: readonly ReadPassage[],
  { askedTime, asOf }: PassageSearch,
  { floor }: PagePorts,
): ReadPassage[] {
  const isOfTwo = askedTime !== undefined && asOf === undefined;
  const chosen = new Set<FoundPassage>(
    choosePage(
      read.map(({ found }) => found),
      { ...WEIGHTS.page, floor },
      // Passages of the time in the question alternate with those of any time.
      isOfTwo ? 2 : 1,
    ),
  );
  return read.filter(({ found }) => chosen.has(found));
}

/**
 * Adds the results of the question's parts: for a part that is not on the page, its best passage after the first one. If nothing covers the whole question but
 * every part has results, the parts alternate.
 */
function withParts(
  about: readonly ReadPassage[],
  pages: readonly (readonly ReadPassage[])[],
): readonly ReadPassage[] {
  if (about.length === 0 && pages.some((page) => page.length === 0)) return [];
  const isShown = (each: ReadPassage) => about.some((other) => idOf(other) === idOf(each));
  const missing = pages.filter((page) => !page.some(isShown));
  const longest = Math.max(0, ...missing.map(({ length }) => length));
  const turns = Array.from({ length: about.length > 0 ? 1 : longest }, (_, i) =>
    missing.flatMap((page) => page.slice(i, i + 1)),
  );
  const all = [...about.slice(0, 1), ...turns.flat(), ...about.slice(1)];
  return [...new Map(all.map((each) => [idOf(each), each])).values()];
}

/** Sorts people's text before that of agents, tools and other memories among passages about the question, and current text before past or future text. */
function personsFirst(read: readonly ReadPassage[]): ReadPassage[] {
  const placeOf = ({ found }: ReadPassage) =>
    Number(isAuthor(found.passage.context.speaker)) + Number(found.holds !== undefined);
  return read.toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function showAll(read: readonly ReadPassage[], ports: PagePorts): Promise<PagePassage[]> {
  const targets = await readTargets(read, ports);
  return read.map((each) => show(each, targets.get(each) ?? []));
}

function show(read: ReadPassage, targets: readonly Target[]): PagePassage {
  const { found, bytes } = read;
  const isShown =
    found.best !== null && read.pieces.some((piece) => overlaps(piece, found.best?.span ?? piece));
  const target = isShown ? targets.find(({ span }) => overlaps(span, found.best?.span ?? span)) : undefined;
  const [first = targets[0]] = target === undefined ? [] : [chooseBest(target, targets, found.words)];
  const best = first === undefined ? null : { span: first.span, text: textAt(bytes, first.span) };
  const before = targets.filter(({ span }) => first !== undefined && span.end <= first.span.start);
  const above = first === undefined ? null : findLeadIn(first, before.toReversed(), bytes);
  const introducing = above === 'above' ? null : above;
  const leadIn = above === 'above' ? found.passage.context.leadIn : introducing?.text;
  const ordered = first === undefined ? targets : [first, ...targets.filter((each) => each !== first)];
  return {
    ...found,
    best,
    text: textOf({ handle: 0, reads: [read] }),
    claimIds: [...new Set(ordered.flatMap((each) => citedBy(each)))],
    leadIn: joinAbove(first, leadIn ?? null, found.passage.context),
    targets,
    introducing,
  };
}

/** Returns the heading above a target that its passage does not begin with: without it, the facts of one section read like those of another. */
export function innerHeading(
  { headings, isFrame }: Target,
  { headings: known, title }: PagePassage['passage']['context'],
): string | undefined {
  const heading = isFrame ? undefined : headings.at(-1);
  return heading === undefined || heading === title || known.includes(heading) ? undefined : heading;
}

/** Joins what stands above a target inside its passage: the heading that the passage does not begin with, and the lead-in of its list. */
function joinAbove(
  target: Target | undefined,
  leadIn: string | null,
  context: PagePassage['passage']['context'],
): string | null {
  const heading = target === undefined ? undefined : innerHeading(target, context);
  const above = [
    ...(heading === undefined ? [] : [`${toAnswerLine(heading)}:`]),
    ...(leadIn === null ? [] : [toAnswerLine(leadIn)]),
  ];
  return above.length === 0 ? null : above.join(' ');
}

/** Returns the claims of a unit, or the unit's own id if it has none. */
export function citedBy(target: Target): readonly string[] {
  return target.claims.length > 0 ? target.claims.map(({ id }) => id) : idsOfTarget(target);
}
