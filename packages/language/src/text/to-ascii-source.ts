/**
 * A pattern source that matches the same in ASCII text as the given one, for use with `i` instead of `iu`.
 * Unicode classes contain hundreds of ranges, and with `i` also each letter's other case: such patterns take
 * ten times as long to compile, and a question uses each only once. Throws if a class is not one of letters,
 * capitals, digits, marks and punctuation.
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

/** `[]` matches nothing, as `\p{M}` does in ASCII. */
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
