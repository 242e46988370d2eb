/** How a run of characters is cut into terms. */
type RunKind = 'word' | 'bigram' | 'trigram' | 'symbol';

export interface Run {
  readonly kind: RunKind;
  /** NFKC, original case. A word may hold joiners: `snake_case`, `1.2.3`, `src/index.ts`, `l'heure`. */
  readonly text: string;
}

/**
 * Letters, marks and digits, joined by single joiners; a tail of `+` or `#` keeps `C++` and `C#`; pictographs alone.
 * The joiner class is ASCII plus the typographic apostrophe and the middle dot.
 */
const CHUNK = () =>
  /[\p{L}\p{M}\p{N}_]+(?:[._\-/:'’·@,=][\p{L}\p{M}\p{N}_]+)*(?:\+\+|#)?|\p{Extended_Pictographic}/gu;
const ASCII_CHUNK = /[A-Za-z0-9_]+(?:[._\-/:'@,=][A-Za-z0-9_]+)*(?:\+\+|#)?/g;
const ASCII = /^[\x00-\x7f]*$/u;
const LONGEST_WORD = 120;

/** The stretches of a text that terms never cross, in order, in NFKC. */
export function chunksOf(text: string): readonly string[] {
  // Compiling the pattern of all letters takes longer than a search, so it is done only for text that needs it.
  return (ASCII.test(text) ? text.match(ASCII_CHUNK) : text.normalize('NFKC').match(CHUNK())) ?? [];
}

/**
 * The runs of a chunk in order. Chinese and Japanese, Korean, and Thai, Lao, Khmer and Burmese runs are recognised by their characters, so one text may mix
 * scripts.
 */
export function runsOf(chunk: string): Run[] {
  const runs: Run[] = [];
  if (ASCII.test(chunk)) pushWord(runs, chunk);
  else splitScripts(runs, chunk);
  return runs;
}

/** The runs of a text in order. */
export function splitWords(text: string): Run[] {
  return chunksOf(text).flatMap(runsOf);
}

function pushWord(runs: Run[], chunk: string): void {
  const text = chunk.replace(/^[_\-.:/,=@'’·]+|[_\-.:/,=@'’·]+$/gu, '');
  if (text === '') return;
  if (!ASCII.test(text) && /^\p{Extended_Pictographic}/u.test(text)) runs.push({ kind: 'symbol', text });
  else runs.push({ kind: 'word', text: text.length > LONGEST_WORD ? text.slice(0, LONGEST_WORD) : text });
}

function splitScripts(runs: Run[], chunk: string): void {
  let start = 0;
  let kind: RunKind | null = null;
  let at = 0;
  for (const character of chunk) {
    const next: RunKind = runKind(character.codePointAt(0) ?? 0);
    if (kind !== null && next !== kind) {
      push(runs, kind, chunk.slice(start, at));
      start = at;
    }
    kind = next;
    at += character.length;
  }
  if (kind !== null) push(runs, kind, chunk.slice(start));
}

function push(runs: Run[], kind: RunKind, text: string): void {
  if (kind === 'word') pushWord(runs, text);
  else runs.push({ kind, text });
}

/** Scripts written without spaces, by block. Hangul counts as one, because its words carry their particles. */
function runKind(codePoint: number): RunKind {
  if (codePoint < 0xe00) return 'word';
  if (codePoint <= 0xeff || (codePoint >= 0x1000 && codePoint <= 0x109f)) return 'trigram';
  if (codePoint >= 0x1780 && codePoint <= 0x17ff) return 'trigram';
  if (codePoint >= 0x1100 && codePoint <= 0x11ff) return 'bigram';
  if (codePoint < 0x3005) return 'word';
  if (codePoint <= 0x318f || (codePoint >= 0x31f0 && codePoint <= 0x31ff)) return 'bigram';
  if (codePoint >= 0x3400 && codePoint <= 0x9fff) return 'bigram';
  if (codePoint >= 0xac00 && codePoint <= 0xd7af) return 'bigram';
  if (codePoint >= 0xf900 && codePoint <= 0xfaff) return 'bigram';
  return codePoint >= 0x20000 && codePoint <= 0x323af ? 'bigram' : 'word';
}
