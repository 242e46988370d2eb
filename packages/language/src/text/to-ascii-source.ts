/**
 * The source of a pattern that matches in text of ASCII alone what the given one does, with `i` where that has `iu`. Unicode's classes hold hundreds of
 * ranges, and with `i` the other case of each letter: a pattern with them takes ten times as long to make, and a question asks each once.
 * Throws where a class is none of letters, capitals, digits, marks and punctuation.
 */
export function toAsciiSource(source: string): string {
  let inClass = false;
  return source.replace(/\\(?:([pP])\{([^}]*)\}|.)|[[\]]/gu, (part, kind?: 'p' | 'P', name = '') => {
    if (part === '[' || part === ']') {
      inClass = part === '[';
      return part;
    }
    if (kind === undefined) return part;
    const range = RANGES[name];
    if (range === undefined || (inClass && kind === 'P')) throw new Error(`${part} has no form in ASCII`);
    return inClass ? range : `[${kind === 'P' ? '^' : ''}${range}]`;
  });
}

/** `[]` holds nothing, as `\p{M}` does in ASCII. */
const RANGES: Readonly<Record<string, string>> = {
  L: 'a-zA-Z',
  Lu: 'A-Z',
  N: '0-9',
  M: '',
  P: '!-#%-*,-/:;?@\\[-\\]_{}',
};

const ASCII = /^[\x00-\x7f]*$/u;

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}
