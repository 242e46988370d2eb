import { isClaimId } from '@memora/core';
import type { Citation } from './citation.ts';
import { createUtf8Counter } from './utf8-counter.ts';

/** A marker in a text, before its ids are read: a UTF-16 range and the text between its brackets. */
export interface MarkerRange {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly MarkerId[];
  /** Writes the marker with the kept claims only. Without it, `[claim:<id>]`. */
  readonly write?: (kept: readonly string[]) => string;
}

/** Finds the markers of a text as ranges, in order, not overlapping; `shift` is added to their offsets. */
export type MarkerReader = (text: string, shift?: number) => readonly MarkerRange[];

/** One id of a marker, or the text in place of it. */
export interface MarkerId {
  readonly claimId: string;
  readonly malformed: boolean;
  /** The quoted words in a marker: `[3: "exact words"]`. */
  readonly quote?: string;
  /** The start of its marker, if the range covers all markers of a block that has nothing else. */
  readonly at?: number;
}

/** "claim" in any width and case, and with the Cyrillic letters that look the same. */
const WORD = '[cｃс][lｌ][aａа][iｉі][mｍ][sｓѕ]?';
const OPEN = '(?:\\\\?[\\[［【〔〚⟦]){1,3}|&(?:#91|#x5b|lsqb|lbrack);';
const CLOSE = '(?:\\\\?[\\]］】〕〛⟧]){1,3}|&(?:#93|#x5d|rsqb|rbrack);';
const COLON = '[:：∶꞉]';
const SPACE = '[^\\S\\r\\n]{0,8}';
const DECORATION = '(?:[^\\S\\r\\n]|[\\^@*_`"\'#\\u200b-\\u200d\\u2060\\ufeff]){0,8}';
const ID = '[0-9a-zａ-ｚ０-９]{16}(?![0-9a-z])';

/** `[claim: … ]` in any bracket, whatever is inside, closed or not; `[see claim:ID]`; `[claim ID]`; bare or in round brackets with an id. */
const MARKER = new RegExp(
  `(?<open>${OPEN})(?:${DECORATION}${WORD}${SPACE}(?:${COLON}|[-_=/ \\t]{1,3}(?=${ID}))|[^\\[\\]\\r\\n]{0,60}?(?<![\\p{L}\\p{N}])${WORD}${SPACE}${COLON}${SPACE}(?=${ID}))` +
    `(?:(?<inner>[^\\]］】〕〛⟧\\r\\n&]{0,400})(?<close>${CLOSE})(?<link>\\([^()\\s]{0,400}\\))?|(?<rest>${SPACE}[\\p{L}\\p{N}_-]{0,64}))` +
    `|(?<![\\p{L}\\p{N}/])[(（{<]?${WORD}${COLON}(?<bare>${ID}(?:[,;](?:${WORD}${COLON})?${ID})*)[)）}>]?`,
  'giu',
);
/** The words that a marker quotes, in marks of any style: one group each. */
export const QUOTED_WORDS =
  '(?:"([^\\r\\n]{1,2000}?)"|“([^\\r\\n]{1,2000}?)”|„([^\\r\\n]{1,2000}?)[“”]|«([^\\r\\n]{1,2000}?)»|\'([^\\r\\n]{1,2000}?)\'|「([^\\r\\n]{1,2000}?)」)';
/** `[claim:<id>: "exact words"]` */
const QUOTING = new RegExp(
  `\\[claim:[^\\S\\r\\n]{0,3}([0-9a-z]{16})\\s{0,2}:\\s{0,3}${QUOTED_WORDS}\\s{0,3}\\](?!\\()`,
  'giu',
);
const MAY_HOLD_MARKER = new RegExp(WORD, 'iu');
const EACH_WORD = new RegExp(WORD, 'giu');
/** Characters next to a plain marker that make it a part of something else. */
const BESIDE = '\\[]［【〔〚⟦］】〕〛⟧(&';
const CLAIM_PREFIX = new RegExp(`${WORD}\\s*${COLON}`, 'giu');

/**
 * Every claim marker of `text`, in any spelling, in order; one entry for each id. A marker without a valid id
 * is returned with `malformed: true`. Never throws.
 */
export function parseCitations(text: string): Citation[] {
  const countTo = createUtf8Counter(text);
  return findMarkers(text).flatMap(({ start, end, ids }) => {
    const offset = { utf16: start, utf8: countTo(start) };
    return ids.map(({ claimId, malformed }) => ({
      claimId,
      malformed,
      raw: text.slice(start, end),
      start,
      end,
      offset,
    }));
  });
}

/** The markers of `text` as ranges, in order, not overlapping; `shift` is added to their offsets. */
export function findMarkers(text: string, shift = 0): MarkerRange[] {
  if (!text.includes('[claim:') && !MAY_HOLD_MARKER.test(text)) return [];
  const plain = findPlainMarkers(text, shift);
  if (plain !== null) return plain;
  const markers = findQuotingMarkers(text, shift);
  const rest = markers.length === 0 ? text : text.replace(QUOTING, (raw) => ' '.repeat(raw.length));
  for (const match of rest.matchAll(MARKER)) {
    const { open = '', inner, close, link, rest, bare } = match.groups ?? {};
    const start = match.index;
    let end = start + match[0].length;
    // `[see [claim:x]]`: the second closing bracket does not belong to the marker.
    if (close !== undefined && link === undefined && close[0] !== '&')
      end -= Math.max(0, close.length - open.length);
    const held = bare ?? inner;
    markers.push({
      start: start + shift,
      end: end + shift,
      ids: held === undefined ? [malformedId(rest ?? '')] : readIds(held),
    });
  }
  return markers.sort((a, b) => a.start - b.start);
}

/** The markers that quote words of their claim's passage. */
function findQuotingMarkers(text: string, shift: number): MarkerRange[] {
  return [...text.matchAll(QUOTING)].map((match): MarkerRange => {
    const [raw, id = '', ...quotes] = match;
    const quote = quotes.find((each) => each !== undefined) ?? '';
    const start = match.index + shift;
    const ids = [{ claimId: id.toLowerCase(), malformed: false, quote }];
    return { start, end: start + raw.length, ids, write: () => raw };
  });
}

/** The markers of a text in which all are written correctly; `null` for any other text. */
function findPlainMarkers(text: string, shift: number): MarkerRange[] | null {
  const markers: MarkerRange[] = [];
  for (let start = text.indexOf('[claim:'); start !== -1; start = text.indexOf('[claim:', start + 1)) {
    const end = start + 24;
    const claimId = text.slice(start + 7, end - 1);
    if (text[end - 1] !== ']' || !isClaimId(claimId)) return null;
    if (start > 0 && BESIDE.includes(text[start - 1] as string)) {
      if (markers.at(-1)?.end !== start + shift) return null;
    }
    if (end < text.length && text[end] !== '[' && BESIDE.includes(text[end] as string)) return null;
    markers.push({ start: start + shift, end: end + shift, ids: [{ claimId, malformed: false }] });
  }
  let words = 0;
  EACH_WORD.lastIndex = 0;
  while (EACH_WORD.test(text)) words++;
  return words === markers.length ? markers : null;
}

function readIds(inner: string): MarkerId[] {
  const plain = inner
    .normalize('NFKC')
    .toLowerCase()
    .replace(CLAIM_PREFIX, ',')
    .replace(/[\u200b-\u200d\u2060\ufeff\\*_`"'^@<>{}()[\]]/gu, '');
  const valid = plain.split(/[\s,;|&+/、]+/u).filter((piece) => piece !== '' && piece !== 'and');
  if (valid.some(isClaimId))
    return valid.map((piece) =>
      isClaimId(piece) ? { claimId: piece, malformed: false } : malformedId(piece),
    );
  const pieces = plain.split(/[,;|&、]/u).filter((piece) => piece.trim() !== '');
  return pieces.length === 0 ? [malformedId('')] : pieces.map(malformedId);
}

function malformedId(written: string): MarkerId {
  return { claimId: written.trim(), malformed: true };
}

const UNSETTLED_BRACKET = /(?:[[［【〔〚⟦]|&(?:#|l))[^\]］】〕〛⟧\r\n]{0,900}$/u;
const UNSETTLED_WORD = /[^\s。！？]{1,900}$/u;

/**
 * UTF-16 offset up to which the markers of `text` can no longer change: a marker that is still open, or that
 * further characters could extend, starts after it.
 */
export function settledLength(text: string, read: MarkerReader = findMarkers): number {
  const from = Math.max(0, text.length - 1_000);
  const tail = text.slice(from);
  let settled = text.length;
  for (const pattern of [UNSETTLED_BRACKET, UNSETTLED_WORD]) {
    const at = tail.search(pattern);
    if (at !== -1) settled = Math.min(settled, from + at);
  }
  for (const { start, end } of read(text)) if (end >= settled) return Math.min(settled, start);
  return settled;
}
