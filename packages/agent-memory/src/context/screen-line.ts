import { dropTreacherous } from '@memora/language/text';
import { holdMemory } from '../admit/hold-memory.ts';

const SENTENCE = /(?<=[.!?;:])\s+|(?<=[。！？；])\s*|\s+[-–—|]+\s+|\s*\r?\n+\s*/u;
/** What is of ASCII alone is of one script. */
const OTHER = /[^\x00-\x7f]/u;
/** A word of letters of two scripts. */
const MIXED =
  /[A-Za-z](?=\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}](?=\p{M}*[A-Za-z])/u;
/** What a model reads as text though no reader of the note does: 32 signs of base64 or 16 bytes of hex and more. */
const ENCODED =
  /(?<![\w/+=-])(?=[A-Za-z+/]*\d?[A-Za-z0-9+/]*)(?:[A-Za-z0-9+/_-]{32,}={0,2}|(?:[0-9a-f]{2}[ ,]?){16,}|(?:%[0-9a-f]{2}){8,}|(?:\\u[0-9a-f]{4}){6,}|(?:&#x?[0-9a-f]+;){6,})(?![\w/+=-])/giu;
/** Signs of base64 that white space parts. */
const PIECES = /[A-Za-z0-9+/_-]+(?:\s+[A-Za-z0-9+/_-]+)+/gu;
const BASE64_SIGNS = 32;
/** Text of some language: two words, or four letters of a script that puts no spaces between words. */
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Sm}\s]{8,}$/u;
const WORDS = /\p{L}{2,}\P{L}{1,3}\p{L}{2,}|\p{Lo}{4,}/u;
const LINK = /\bhttps?:\/\/\S+/giu;

/** A line as a model may see it: without signs that nobody sees, and without a citation that the line wrote itself. */
export function toShownLine(text: string): string {
  return dropTreacherous(text)
    .replace(/\[(?=claim:)/giu, '(')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * True for a line that tells an agent how to act, sentence by sentence, also where a word has letters of two scripts or it is encoded: what did not come from the user themself is not shown then.
 */
export function isOrder(text: string): boolean {
  const plain = dropTreacherous(text).normalize('NFKC');
  if (OTHER.test(plain) && MIXED.test(plain)) return true;
  // A line of one sentence is all of these at once.
  const readings = new Set([plain, unled(plain), ...plain.split(SENTENCE).map(unled)]);
  return [...readings].some(orders) || isEncodedOrder(plain);
}

function orders(content: string): boolean {
  return holdMemory({ content, kind: 'fact', source: 'agent', isUsers: false }) !== null;
}

/** Without what stands in front of a sentence in lists, quotes, headings, logs and transcripts. */
function unled(sentence: string): string {
  return sentence.replace(
    /^(?:[\s>#*+\-–•"'“”‘’«»()[\]_`|]|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?|\d{1,2}:\d{2}(?::\d{2})?|\d+[.)]|(?:user|human|system|assistant|developer|admin|tool)\s*:)+/iu,
    '',
  );
}

/** A run that reads as text once it is decoded is shown to nobody: what it says can't be seen by a reader of the note. */
function isEncodedOrder(text: string): boolean {
  const plain = text.replace(LINK, ' ');
  const runs = plain.match(ENCODED) ?? [];
  return runs.flatMap(decodings).some(isText) || (plain.match(PIECES) ?? []).some(isBrokenText);
}

function isText(decoded: string): boolean {
  // What is no UTF-8 is no text, and most words are none when they are decoded: no pattern of all letters is made for them.
  return !decoded.includes('\ufffd') && READABLE.test(decoded) && WORDS.test(decoded);
}

/** True where pieces, put together from any of them on, are base64 of a text: words of a language never are. */
function isBrokenText(pieces: string): boolean {
  const list = pieces.split(/\s+/u);
  return list.some((_, first) => {
    let joined = '';
    for (let at = first; at < list.length && joined.length < BASE64_SIGNS; at++) joined += list[at];
    if (joined.length < BASE64_SIGNS) return false;
    const decoded = Buffer.from(joined.slice(0, BASE64_SIGNS), 'base64').toString('utf8');
    // The last sign may be cut in two.
    return isText(decoded.replace(/\ufffd{1,3}$/u, ''));
  });
}

/** What a run says by each of the encodings that it is one of; bytes are UTF-8. */
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
