import {
  findMarkers,
  type MarkerRange,
  type MarkerReader,
  QUOTED_WORDS,
} from '../statements/parse-citations.ts';

/**
 * How an answer marks its sources: `number` `[1]`, `[1, 3]`, `[2–4]` · `footnote` `[^1]` · `lenticular` `【3†source】` · `named` `[doc:2]`,
 * `[source: lease.md]` · `file` `[lease.md]`, `(lease.md)`, `[1](lease.md)` · `tag` `<cite>1</cite>`. A number, name or file may be followed by its quoted
 * words:
 * `[1: "exact words"]`. A custom pattern starts with a bracket that closes on the same line; its first group is the label, or several separated by commas.
 */
export type MarkerStyle = 'number' | 'footnote' | 'lenticular' | 'named' | 'file' | 'tag' | RegExp;

/** Returns the claims of a label; empty if it names none. */
export type LabelLookup = (label: string) => readonly string[];

const PATTERNS: Readonly<Record<Exclude<MarkerStyle, RegExp>, RegExp>> = {
  // Not an element (`rows[1] is`), a link (`[1](…)`), a task or a definition (`[1]: …`). After a word only if the clause ends, or in a script without capitals.
  number:
    /(?:(?<![\p{L}\p{N}_\]!\\])|(?<=\[\d{1,4}\])|(?<=\p{Lo}\p{M}*)|(?<=[^\S\r\n][\p{Lu}\p{Ll}\p{M}]{2,40})(?=\[[^\]]*\](?:[.,;!?…)\r\n[]|$)))\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\](?![(:])/gu,
  footnote: /(?<!\\)\[\^([^\]\s^]{1,80})\](?!:)/gu,
  lenticular: /【([^】†\r\n]{1,80})(?:†[^】\r\n]{0,200})?】/gu,
  file: /(?<![\]!\\])(?:\[((?:[^\][\r\n()"“]{0,200}\.)(?:md|markdown|txt|pdf|docx?|html?|org|rst|adoc|csv|xlsx|epub))\](?![(:[])|\[[^\][\r\n]{1,80}\]\((?:\.\/)?([^()\s\r\n:]{1,200}\.(?:md|markdown|txt|pdf|docx?|html?|org|rst|adoc|csv|xlsx|epub))(?:#[^()\s]{0,80})?\)|\(((?:[^\][\r\n()"“:]{0,200}\.)(?:md|markdown|txt|pdf|docx?|html?|org|rst|adoc|csv|xlsx|epub))\))/giu,
  tag: /<cite(?:\s[^<>]{0,80})?>\s{0,3}([^<>\r\n]{1,200}?)\s{0,3}<\/cite>/giu,
  named: /\[(?:docs?|documents?|sources?|refs?)\s{0,3}[:#]?\s{0,3}([^\][\r\n]{1,200})\](?![(:])/giu,
};
/** `[1: "exact words"]`: a label, and its quote up to the closing mark before the bracket. */
const QUOTING = new RegExp(
  `(?<![\\p{L}\\p{N}_\\]!\\\\])\\[(?:(?:docs?|documents?|sources?|refs?)\\s{0,3}[:#]?\\s{0,3})?([^\\][\\r\\n:"“„«]{1,200})\\s{0,2}:\\s{0,3}${QUOTED_WORDS}\\s{0,3}\\](?!\\()`,
  'giu',
);
/** Replaces a label that names no claim. It does not look like an id, so it cannot match one by accident. */
const UNKNOWN = 'unknown source ';
/** The start of a line that defines a label. */
const DEFINITION = /^ {0,3}\[\^?[^\]\r\n]{1,80}\]:/u;
/** A longer range of numbers is not a citation. */
const LONGEST_RANGE = 50;

/**
 * Creates a reader of markers in these styles, for the option `markers`. `[claim:<id>]` is read too. An unknown label gives a `malformed` check, because a
 * citation that cannot be resolved supports no statement.
 */
export function readMarkers(styles: readonly MarkerStyle[], toClaimIds: LabelLookup): MarkerReader {
  const patterns = styles.map((style) => (style instanceof RegExp ? toGlobal(style) : PATTERNS[style]));
  return (text, shift = 0) => {
    const found = findQuoting(text, shift, toClaimIds);
    for (const marker of findMarkers(text, shift))
      if (!found.some((other) => other.start < marker.end && marker.start < other.end)) found.push(marker);
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const start = match.index + shift;
        const marker = { start, end: start + match[0].length };
        if (found.some((other) => other.start < marker.end && marker.start < other.end)) continue;
        // The definition of a label is not a citation.
        if (
          pattern === PATTERNS.file &&
          DEFINITION.test(text.slice(text.lastIndexOf('\n', match.index) + 1, match.index))
        )
          continue;
        found.push({
          ...marker,
          ...readLabels(
            match[0],
            match.slice(1).find((group) => group !== undefined) ?? match[0],
            toClaimIds,
          ),
        });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  };
}

/** A document to verify an answer against. */
function findQuoting(text: string, shift: number, toClaimIds: LabelLookup): MarkerRange[] {
  if (!text.includes('[')) return [];
  return [...text.matchAll(QUOTING)].map((match): MarkerRange => {
    const [raw, label = '', ...quotes] = match;
    const quote = quotes.find((each) => each !== undefined) ?? '';
    const start = match.index + shift;
    const named = label.trim();
    const claimId = /^claim$/iu.test(named) ? null : toClaimIds(named);
    const ids =
      claimId === null || claimId.length === 0
        ? [{ claimId: UNKNOWN + named, malformed: true }]
        : claimId.map((id) => ({ claimId: id, malformed: false, quote }));
    return { start, end: start + raw.length, ids, write: () => raw };
  });
}

function readLabels(
  raw: string,
  written: string,
  toClaimIds: LabelLookup,
): Pick<MarkerRange, 'ids' | 'write'> {
  const labelById = new Map<string, string>();
  const ids = splitLabels(written).flatMap((label) => {
    const claimIds = toClaimIds(label);
    if (claimIds.length === 0) return [{ claimId: UNKNOWN + label, malformed: true }];
    return claimIds.map((claimId) => {
      labelById.set(claimId, label);
      return { claimId, malformed: false };
    });
  });
  const write = (kept: readonly string[]) =>
    raw.replace(written, [...new Set(kept.map((id) => labelById.get(id) ?? id))].join(', '));
  return { ids, write };
}

function splitLabels(written: string): string[] {
  return written.split(/[,;]/u).flatMap((piece) => {
    const label = piece.trim();
    const range = /^(\d{1,4})\s*[–-]\s*(\d{1,4})$/u.exec(label);
    const [from, to] = [Number(range?.[1]), Number(range?.[2])];
    if (range === null || to < from || to - from > LONGEST_RANGE) return label === '' ? [] : [label];
    return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  });
}

function toGlobal(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}
