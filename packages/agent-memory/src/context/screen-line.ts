import { dropTreacherous } from '@memora/language/text';
import { holdMemory } from '../admit/hold-memory.ts';

const SENTENCE = /(?<=[.!?;:])\s+|(?<=[。！？；])\s*|\s+[-–—|]+\s+|\s*\r?\n+\s*/u;
/** ASCII text has only one script. */
const OTHER = /[^\x00-\x7f]/u;
/** A word with letters of two scripts. */
const MIXED =
  /[A-Za-z](?=\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}](?=\p{M}*[A-Za-z])/u;
/** Text that a model can decode but a reader of the note can't read: at least 32 characters of base64 or 16 bytes of hex. */
const ENCODED =
  /(?<![\w/+=-])(?=[A-Za-z+/]*\d?[A-Za-z0-9+/]*)(?:[A-Za-z0-9+/_-]{32,}={0,2}|(?:[0-9a-f]{2}[ ,]?){16,}|(?:%[0-9a-f]{2}){8,}|(?:\\u[0-9a-f]{4}){6,}|(?:&#x?[0-9a-f]+;){6,})(?![\w/+=-])/giu;
/** Base64 characters that white space separates. */
const PIECES = /[A-Za-z0-9+/_-]+(?:\s+[A-Za-z0-9+/_-]+)+/gu;
const BASE64_SIGNS = 32;
/** Text of a language: two words, or four letters of a script without spaces. */
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Sm}\s]{8,}$/u;
const WORDS = /\p{L}{2,}\P{L}{1,3}\p{L}{2,}|\p{Lo}{4,}/u;
const LINK = /\bhttps?:\/\/\S+/giu;

/** A line as a model may see it: without invisible characters, and without citation markers that the line itself contains. */
export function toShownLine(text: string): string {
  return dropTreacherous(text)
    .replace(/\[(?=claim:)/giu, '(')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * True for a line that tells an agent how to act, checked sentence by sentence, including words that mix two scripts and encoded text. Such a line is shown
 * only if it came from the user.
 */
export function isOrder(text: string): boolean {
  const plain = dropTreacherous(text).normalize('NFKC');
  if (OTHER.test(plain) && MIXED.test(plain)) return true;
  // A line of one sentence gives the same text several times.
  const readings = new Set([plain, unled(plain), ...plain.split(SENTENCE).map(unled)]);
  return [...readings].some(orders) || isEncodedOrder(plain);
}

function orders(content: string): boolean {
  return holdMemory({ content, kind: 'fact', source: 'agent', isUsers: false }) !== null;
}

/** The sentence without its prefix in lists, quotes, headings, logs and transcripts. */
function unled(sentence: string): string {
  return sentence.replace(
    /^(?:[\s>#*+\-–•"'“”‘’«»()[\]_`|]|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?|\d{1,2}:\d{2}(?::\d{2})?|\d+[.)]|(?:user|human|system|assistant|developer|admin|tool)\s*:)+/iu,
    '',
  );
}

/** True for a run that decodes to text. It is never shown, because a reader of the note can't see what it says. */
function isEncodedOrder(text: string): boolean {
  const plain = text.replace(LINK, ' ');
  const runs = plain.match(ENCODED) ?? [];
  return runs.flatMap(decodings).some(isText) || (plain.match(PIECES) ?? []).some(isBrokenText);
}

function isText(decoded: string): boolean {
  // Invalid UTF-8 is not text, and few words decode to text: the pattern of all letters is then not compiled.
  return !decoded.includes('\ufffd') && READABLE.test(decoded) && WORDS.test(decoded);
}

/** True if some of the pieces, joined to the end of the list, are base64 of a text. Ordinary words never are. */
function isBrokenText(pieces: string): boolean {
  const list = pieces.split(/\s+/u);
  return list.some((_, first) => {
    let joined = '';
    for (let at = first; at < list.length && joined.length < BASE64_SIGNS; at++) joined += list[at];
    if (joined.length < BASE64_SIGNS) return false;
    const decoded = Buffer.from(joined.slice(0, BASE64_SIGNS), 'base64').toString('utf8');
    // The last character may be truncated.
    return isText(decoded.replace(/\ufffd{1,3}$/u, ''));
  });
}

/** The decodings of a run in each encoding that it matches; bytes are read as UTF-8. */
function decodings(run: string): string[] {
  const hex = run.replace(/[ ,%]/gu, '');
  return [
    Buffer.from(run, 'base64').toString('utf8'),
    ...(/^(?:[0-9a-f]{2})+$/iu.test(hex) ? [Buffer.from(hex, 'hex').toString('utf8')] : []),
    run.replace(/\\u([0-9a-f]{4})/giu, toSign),
    run
      .replace(/&#x([0-9a-f]+);/giu, toSign)
      .replace(/&#(\d+);/gu, (_, code: string) => toSign(_, Number(code).toString(16))),
  ].filter((decoded) => decoded !== run);
}

function toSign(_: string, code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16) % 0x10ffff);
}
