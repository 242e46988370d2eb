import type { Claim } from '@memora/claims';
import { fingerprint, type Span, type SpanLike } from '@memora/core';
import { alignQuote, prepareSource } from '@memora/validator';
import type { SegmentKind } from '@memora/vault';
import type { BandSettings } from '../../privacy/read-note-bands.ts';
import { type KnownUnits, overlaps, rememberUnit } from '../passages/citable-units.ts';
import { readNoteUnits } from '../passages/note-units.ts';
import { type ReadPassage, textAt } from '../passages/read-passage.ts';
import type { ShownPassage } from '../passages/shown-passage.ts';
import { chooseUnits } from './choose-units.ts';
import { type Handle, openMarkerAt, readHandles } from './read-handles.ts';

/** The dependencies of turning handles into claims. */
export interface CiterPorts {
  readonly claimsOf: (notePath: string) => Promise<readonly Claim[]>;
  readonly bandSettings: BandSettings;
  readonly units: KnownUnits;
}

/** A quotation that is not in the passage that it names. */
export interface Misquote {
  readonly handle: number;
  readonly quote: string;
  /** The number of another shown passage that contains it. */
  readonly elsewhere: number | null;
}

/** A draft with claim markers in place of handles. */
export interface CitedDraft {
  readonly text: string;
  /** Quotations that were not found, by the text that replaces the id. */
  readonly misquotes: ReadonlyMap<string, Misquote>;
}

/** Maps the handles of a prompt to claims. */
export interface Citer {
  /** All ids that the prompt's passages can be cited by. */
  readonly claimIds: readonly string[];
  /** Returns the span of the note that was shown under the handle that cites a claim; null if no passage has it. */
  readonly shownWith: (claimId: string) => SpanLike | null;
  readonly cite: (draft: string) => CitedDraft;
  /** The same for a draft that arrives in pieces. */
  readonly open: () => { readonly write: (piece: string) => string; readonly end: () => string };
}

/** A sentence, item or row of a passage, and the ids to cite it by. */
export interface Target {
  readonly span: SpanLike;
  readonly text: string;
  /** The claims in it, one for each span. */
  readonly claims: readonly { readonly id: string; readonly span: SpanLike }[];
  /** The id of the unit as a whole. */
  readonly unitId: string | null;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** True for text that states nothing by itself: a heading, a line of frontmatter. */
  readonly isFrame: boolean;
}

/** Reads the claims in passages, and makes units citable where there are none. */
export async function createCiter(shown: readonly ShownPassage[], ports: CiterPorts): Promise<Citer> {
  const targetsByRead = await readTargets(
    shown.flatMap(({ reads }) => reads),
    ports,
  );
  const targetsByHandle = new Map(
    shown.map(({ handle, reads }) => [handle, reads.flatMap((read) => targetsByRead.get(read) ?? [])]),
  );
  const readsByHandle = new Map(shown.map(({ handle, reads }) => [handle, reads]));
  const cite = (draft: string, before = ''): CitedDraft => {
    const misquotes = new Map<string, Misquote>();
    let text = '';
    let at = 0;
    for (const { start, end, handles } of readHandles(draft)) {
      text += draft.slice(at, start);
      at = end;
      const ids = handles.flatMap((handle) => idsOf(handle, sentenceBefore(before + text), misquotes));
      text += [...new Set(ids)].map((id) => `[claim:${id}]`).join('');
    }
    return { text: text + draft.slice(at), misquotes };
  };
  function idsOf(handle: Handle, sentence: string, misquotes: Map<string, Misquote>): readonly string[] {
    const targets = targetsByHandle.get(handle.number);
    if (targets === undefined) return [`passage-${handle.number}-was-not-given`];
    if (handle.quotes.length === 0) return chooseUnits(targets, sentence).flatMap((each) => wholeOf(each));
    return handle.quotes.flatMap((quote) => {
      const places = findQuote(quote, readsByHandle.get(handle.number) ?? []);
      const isQuoted = ({ span }: { readonly span: SpanLike }) =>
        places.some((place) => overlaps(place, span));
      const ids = targets.filter(isQuoted).flatMap((target) => {
        const claims = target.claims.filter(isQuoted);
        return claims.length > 0 ? claims.map(({ id }) => id) : (target.unitId ?? wholeOf(target));
      });
      if (ids.length > 0) return ids;
      // Each has a unique name, to distinguish it from others in the same passage.
      const name = `no-such-words-${misquotes.size + 1}-in-passage-${handle.number}`;
      const elsewhere =
        [...readsByHandle].find(([, reads]) => findQuote(quote, reads).length > 0)?.[0] ?? null;
      misquotes.set(name, { handle: handle.number, quote, elsewhere });
      return [name];
    });
  }
  const shownById = new Map<string, SpanLike>();
  for (const [handle, targets] of targetsByHandle) {
    const pieces = (readsByHandle.get(handle) ?? []).flatMap((read) => read.pieces);
    const start = Math.min(...pieces.map((piece) => piece.start));
    const end = Math.max(...pieces.map((piece) => piece.end));
    for (const id of targets.flatMap(idsOfTarget)) if (!shownById.has(id)) shownById.set(id, { start, end });
  }
  return {
    shownWith: (claimId) => shownById.get(claimId) ?? null,
    claimIds: [...new Set([...targetsByHandle.values()].flat().flatMap(idsOfTarget))],
    cite,
    open: () => {
      let before = '';
      let pending = '';
      const give = (ready: string) => {
        const { text } = cite(ready, before);
        before = (before + text).slice(-SENTENCE);
        return text;
      };
      return {
        write: (piece) => {
          pending += piece;
          const open = openMarkerAt(pending);
          const ready = open === -1 ? pending : pending.slice(0, open);
          pending = pending.slice(ready.length);
          return give(ready);
        },
        end: () => give(pending),
      };
    },
  };
}

/** Maximum text before a marker that is looked at, in UTF-16 units. */
const SENTENCE = 600;

/** Returns the text that a marker belongs to: the line up to it, without earlier markers. */
function sentenceBefore(text: string): string {
  const line = text.slice(-SENTENCE).split(/\n/u);
  const own = line.at(-1)?.trim() === '' ? (line.at(-2) ?? '') : (line.at(-1) ?? '');
  const parts = own.split(/\[claim:[^\]]*\][.,;:!?…]*\s*/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.at(-1) ?? '';
}

export function idsOfTarget({ claims, unitId }: Target): string[] {
  return [...claims.map(({ id }) => id), ...(unitId === null ? [] : [unitId])];
}

/** Returns the ids that cite a unit as a whole. */
function wholeOf({ claims, unitId }: Target): string[] {
  return claims.length > 0 ? claims.map(({ id }) => id) : unitId === null ? [] : [unitId];
}

const FRAME: ReadonlySet<SegmentKind> = new Set(['heading', 'property']);

/** Returns the citable targets of each passage. The claims of a note are listed once. */
export async function readTargets(
  reads: readonly ReadPassage[],
  ports: CiterPorts,
): Promise<ReadonlyMap<ReadPassage, readonly Target[]>> {
  const listed = new Map<string, Promise<readonly Claim[]>>();
  const claimsOf = (path: string) => {
    const claims = listed.get(path) ?? ports.claimsOf(path);
    listed.set(path, claims);
    return claims;
  };
  const targets = await Promise.all(reads.map((read) => targetsOf(read, { ...ports, claimsOf })));
  return new Map(reads.map((read, i) => [read, targets[i] ?? []]));
}

/** Returns the citable targets of a passage in order: sentences, items and rows, with their claims. */
async function targetsOf(read: ReadPassage, ports: CiterPorts): Promise<readonly Target[]> {
  const { bytes, pieces, found } = read;
  const { notePath, noteId, band } = found.passage;
  const isShown = (span: SpanLike) => pieces.some(({ start, end }) => span.start >= start && span.end <= end);
  // The place of a claim that was found separately is where it was found, because its note may have changed
  // since.
  const claims = (await ports.claimsOf(notePath))
    .map((claim) => (claim.id === found.passage.id ? { ...claim, span: found.passage.span as Span } : claim))
    .filter((claim) => (claim.band !== 'secret' || band === 'secret') && isShown(claim.span));
  const { units } = await readNoteUnits(bytes, { path: notePath, noteId }, ports.bandSettings);
  const taken = new Set<Claim>();
  const targets = units.flatMap((unit): Target[] => {
    if (!isShown(unit.span)) return [];
    const own = claims.filter((claim) => overlaps(claim.span, unit.span));
    for (const claim of own) taken.add(claim);
    const text = textAt(bytes, unit.span);
    const print = fingerprint(bytes.subarray(unit.span.start, unit.span.end));
    rememberUnit(ports.units, unit.id, { notePath, noteId, span: unit.span, fingerprint: print });
    return [
      {
        span: unit.span,
        text,
        claims: oneASpan(own),
        unitId: unit.id,
        headings: unit.headingPath,
        isFrame: FRAME.has(unit.kind),
      },
    ];
  });
  const others = claims.filter((claim) => !taken.has(claim));
  return [
    ...targets,
    ...others.map((claim) => ({
      span: claim.span,
      text: textAt(bytes, claim.span),
      claims: [claim],
      unitId: null,
      headings: [],
      isFrame: false,
    })),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** Returns one of several claims about the same words, if possible one that is still valid. */
function oneASpan(claims: readonly Claim[]): Claim[] {
  const holds = ({ status }: Claim) => Number(status !== 'superseded' && status !== 'retracted');
  const bySpan = Map.groupBy(claims, ({ span }) => `${span.start} ${span.end}`);
  return [...bySpan.values()].flatMap((group) => [...group].sort((a, b) => holds(b) - holds(a)).slice(0, 1));
}

/** Returns the place of a quotation in a passage, in bytes of its note; none if it does not occur verbatim. */
function findQuote(quote: string, reads: readonly ReadPassage[]): SpanLike[] {
  return reads.flatMap(({ bytes, pieces }) =>
    pieces.flatMap((piece) => {
      const { status, spans, diff } = alignQuote(prepareSource(textAt(bytes, piece)), quote);
      const isCut = status === 'edited' && diff?.every(({ kind }) => kind === 'cut') === true;
      if (status === 'absent' || (status === 'edited' && !isCut)) return [];
      return spans.map(({ utf8 }) => ({ start: piece.start + utf8.start, end: piece.start + utf8.end }));
    }),
  );
}
