import { findMarkers, type MarkerRange, type MarkerReader } from '../statements/parse-citations.ts';

/**
 * How an answer marks its sources: `number` `[1]`, `[1, 3]`, `[2–4]` · `footnote` `[^1]` · `lenticular` `【3†source】` ·
 * `named` `[doc:2]`, `[source: lease.md]`. One of your own starts with a bracket and closes it on the same line; its first group is the
 * label, or several with commas between.
 */
export type MarkerStyle = 'number' | 'footnote' | 'lenticular' | 'named' | RegExp;

/** The claims that a label stands for: none where it names nothing. */
export type LabelLookup = (label: string) => readonly string[];

const PATTERNS: Readonly<Record<Exclude<MarkerStyle, RegExp>, RegExp>> = {
  // Not an element (`rows[1] is`), not a link (`[1](…)`), not a task or a definition (`[1]: …`). Behind a word only where the clause ends, or in a script without capitals.
  number:
    /(?:(?<![\p{L}\p{N}_\]!\\])|(?<=\p{Lo}\p{M}*)|(?<=[^\S\r\n][\p{Lu}\p{Ll}\p{M}]{2,40})(?=\[[^\]]*\](?:[.,;!?…)\r\n[]|$)))\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\](?![(:])/gu,
  footnote: /(?<!\\)\[\^([^\]\s^]{1,80})\](?!:)/gu,
  lenticular: /【([^】†\r\n]{1,80})(?:†[^】\r\n]{0,200})?】/gu,
  named: /\[(?:docs?|documents?|sources?|refs?)\s{0,3}[:#]?\s{0,3}([^\][\r\n]{1,200})\](?![(:])/giu,
};
/** The label that stands for a marker whose label names no claim: it looks like no id, so it can't be one by chance. */
const UNKNOWN = 'unknown source ';
/** A range of more numbers than this is taken for something else. */
const LONGEST_RANGE = 50;

/**
 * A reader of other markers than `[claim:<id>]`, for the option `markers`. `[claim:<id>]` is read as well. A label that names
 * nothing gives a `malformed` check: a citation that nobody can follow carries no statement.
 */
export function readMarkers(styles: readonly MarkerStyle[], toClaimIds: LabelLookup): MarkerReader {
  const patterns = styles.map((style) => (style instanceof RegExp ? toGlobal(style) : PATTERNS[style]));
  return (text, shift = 0) => {
    const found = [...findMarkers(text, shift)];
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const start = match.index + shift;
        const marker = { start, end: start + match[0].length };
        if (found.some((other) => other.start < marker.end && marker.start < other.end)) continue;
        found.push({ ...marker, ...readLabels(match[0], match[1] ?? match[0], toClaimIds) });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  };
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
