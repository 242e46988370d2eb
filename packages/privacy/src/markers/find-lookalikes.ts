import { asksForSecrecy } from './asks-for-secrecy.ts';
import { parsePrivacyMarkers } from './parse-privacy-markers.ts';

/** A place that looks like an attempt to mark a secret and marks nothing. */
interface Lookalike {
  /** From 1. */
  readonly line: number;
}

/** A few signs may be inside the words and between them: see `withPlainSigns`. */
const BETWEEN = '-{0,8}?';
const spread = (word: string): string => [...word].join('-{0,3}');
const BAND = `(?:${['secret', 'sekret', 'secrit'].map(spread).join('|')})`;
const PRIVACY = `(?:${spread('privacy')}|${spread('priv')}|${spread('privat')}[^-.,;?]{0,6})(?:${BETWEEN}${spread('level')})?`;
/** `privacy` and a band next to each other, with any characters between them. */
const NAMED = new RegExp(`${PRIVACY}${BETWEEN}${BAND}|${BAND}${BETWEEN}${spread('privacy')}`, 'gi');
/** Marks of other programs: callouts, HTML tags, containers, fences, tags. */
const ALONE =
  /\[!\s*(?:secret|privacy|private|confidential)\b|<(?:secret|privacy|confidential)\b|^[ \t>]*:{2,}\s*(?:secret|privacy|private)\b|^[ \t>]*(?:`{3}|~{3})\s*(?:secret|privacy)\b|(?<![^\s>])#(?:secret|privacy|confidential)(?![\p{L}\p{N}_-])/gimu;
/** Matches prose that contains only letters and spaces in the places that the pattern examines. */
const SIGN = /[^\p{L}\s]/u;
const MOST = 100;

/**
 * Finds text that looks like a privacy mark but is not one, outside of marked regions: `> [!secret]`, `#privacy/secret`, `[privacy:: secret]`. An audit asks a
 * person to check it. Text before `from`, where the frontmatter ends, is left out.
 */
export function findLookalikes(bytes: Uint8Array, from = 0): Lookalike[] {
  const { regions } = parsePrivacyMarkers(bytes);
  const text = readable(bytes, [{ start: 0, end: from, band: 'secret' }, ...regions]);
  const places = new Set<number>();
  for (const { index, 0: plain } of withPlainSigns(text).matchAll(NAMED)) {
    const found = text.slice(index, index + plain.length);
    const around = text.slice(Math.max(0, index - 2), index + plain.length + 2);
    if (SIGN.test(found) || /[<>[\]{}#%*|~`_=@\\]|::/u.test(around) || !/\s/u.test(found)) places.add(index);
  }
  for (const found of text.matchAll(ALONE))
    places.add(found.index + (/^\s*/u.exec(found[0])?.[0].length ?? 0));
  return toLines(text, places);
}

/**
 * Finds lines of the frontmatter, which ends at `until`, that may have been meant to make the note secret and that only other programs read: `tags: [secret]`,
 * `private: true`, `# privacy: secret`.
 */
export function findHeadLookalikes(bytes: Uint8Array, until: number): Lookalike[] {
  const { regions } = parsePrivacyMarkers(bytes);
  const head = bytes.subarray(0, until);
  const text = readable(
    head,
    regions.map((region) => ({ ...region, end: Math.min(region.end, until) })),
  );
  const places = new Set<number>();
  let at = 0;
  for (const line of text.split(/(?<=\n)|(?<=\r)(?!\n)/u)) {
    if (asksForSecrecy(line)) places.add(at);
    at += line.length;
  }
  return toLines(text, places);
}

/** The lines of places in a text, each once. */
function toLines(text: string, places: ReadonlySet<number>): Lookalike[] {
  const lines: Lookalike[] = [];
  let line = 1;
  let at = 0;
  for (const place of [...places].sort((a, b) => a - b)) {
    for (; at < place; at++) if (isLineEnd(text, at)) line++;
    if (lines.at(-1)?.line !== line) lines.push({ line });
    if (lines.length === MOST) break;
  }
  return lines;
}

/**
 * Returns the text with `-` for everything but letters and ends of sentences, at the same length. V8 takes five seconds to compile the pattern with the class itself, if
 * the text has characters outside Latin-1.
 */
function withPlainSigns(text: string): string {
  return text.replace(/[^\p{L}.,;?]/gu, '-');
}

/** The text without its secret and invisible parts; its lines stay. */
function readable(
  bytes: Uint8Array,
  regions: readonly { readonly start: number; readonly end: number; readonly band: string }[],
): string {
  const open = Uint8Array.from(bytes);
  for (const { start, end, band } of regions)
    if (band === 'secret')
      for (let i = start; i < end; i++) if (open[i] !== 0x0a && open[i] !== 0x0d) open[i] = 0x2e;
  return (
    new TextDecoder()
      .decode(open)
      .normalize('NFKC')
      .replace(/[\p{Cf}\u115f\u1160\u3164]/gu, '')
      // Each is one UTF-16 unit.
      .replace(/[\u{10000}-\u{10ffff}]/gu, (letter) => (SIGN.test(letter) ? '¤' : 'x'))
  );
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n');
}
