/** The most letters of a beginning that are used. */
export const MOST_LETTERS = 4;
/** With more beginnings than this, shorter ones are used: `[a-z]{4}` has half a million. */
const MOST_BEGINNINGS = 1_024;

/** How a match may begin. If `isOpen`, the next part of the pattern follows; otherwise anything may follow. */
interface Beginning {
  readonly letters: string;
  readonly isOpen: boolean;
}

const NOTHING: Beginning = { letters: '', isOpen: true };
const ANYTHING: Beginning = { letters: '', isOpen: false };
const DIGITS = [...'0123456789'].map(toLetter);

/**
 * The letters with which matches of a pattern can begin, up to four each. Every match begins with one of them, in any case if the pattern has `i`. An empty
 * string means that a match may begin with anything.
 */
export function firstLettersOf({ source }: RegExp): readonly string[] {
  const parts = source.match(PARTS) ?? [];
  return [...new Set(readChoice({ parts, at: 0 }).map(({ letters }) => letters))];
}

/** Escapes, classes, group openings, quantifiers, and any other single character. */
const PARTS =
  /\\(?:u[\da-fA-F]{4}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^=!][^>]*>))?|(?:[?*+]|\{\d+(?:,\d*)?\})\??|[\s\S]/g;

interface Reader {
  readonly parts: readonly string[];
  at: number;
}

/** Reads alternatives, to the end of the source or of a group. */
function readChoice(reader: Reader): Beginning[] {
  const found = readSequence(reader);
  while (reader.parts[reader.at] === '|') {
    reader.at++;
    found.push(...readSequence(reader));
  }
  return withoutDoubles(found);
}

function readSequence(reader: Reader): Beginning[] {
  let found: readonly Beginning[] = [NOTHING];
  for (;;) {
    const part = reader.parts[reader.at];
    if (part === undefined || part === '|' || part === ')') return [...found];
    reader.at++;
    const once = part.startsWith('(') ? readGroup(reader, part) : readCharacter(part);
    const times = reader.parts[reader.at] ?? '';
    if (QUANTIFIER.test(times)) reader.at++;
    found = join(found, repeat(once, times));
  }
}

function readGroup(reader: Reader, head: string): readonly Beginning[] {
  const inside = readChoice(reader);
  reader.at++;
  // A lookaround consumes no letter.
  return /[=!]$/.test(head) ? [NOTHING] : inside;
}

function readCharacter(part: string): readonly Beginning[] {
  if (/^(?:\\[bB]|[$^])$/.test(part)) return [NOTHING];
  if (part === '.') return [ANYTHING];
  if (part.startsWith('[') && part.length > 1) return readClass(part.slice(1, -1));
  // Half of a surrogate pair: its other case may have a different half.
  if (/[\ud800-\udfff]/.test(part)) return [ANYTHING];
  return part.startsWith('\\') ? readEscape(part) : [toLetter(part)];
}

function readEscape(part: string): readonly Beginning[] {
  if (part === '\\d') return DIGITS;
  if (/^\\u./.test(part)) return [toLetter(String.fromCharCode(Number.parseInt(part.slice(2), 16)))];
  return /^\\[a-zA-Z0-9]/.test(part) ? [ANYTHING] : [toLetter(part.slice(1))];
}

function readClass(content: string): readonly Beginning[] {
  if (content.startsWith('^')) return [ANYTHING];
  const found: Beginning[] = [];
  for (const [part] of content.matchAll(/\\(?:u[\da-fA-F]{4}|[pP]\{[^}]*\}|[\s\S])|[^\\](?:-[^\\])?/g)) {
    const [first, , last] = part.startsWith('\\') ? [] : part;
    if (last === undefined)
      found.push(...(part.startsWith('\\') ? readEscape(part) : [...part].map(toLetter)));
    else
      for (let code = (first as string).charCodeAt(0); code <= last.charCodeAt(0); code++)
        found.push(toLetter(String.fromCharCode(code)));
    if (found.length > MOST_BEGINNINGS) return [ANYTHING];
  }
  return found.some(({ isOpen }) => !isOpen) ? [ANYTHING] : found;
}

const QUANTIFIER = /^(?:[?*+]|\{\d)/;

function repeat(once: readonly Beginning[], quantifier: string): readonly Beginning[] {
  const [, least, upTo] = /^\{(\d+)(,?)/.exec(quantifier) ?? [];
  if (quantifier.startsWith('?')) return [NOTHING, ...once];
  if (quantifier.startsWith('*')) return [NOTHING, ...once.map(close)];
  if (quantifier.startsWith('+')) return once.map(close);
  if (least === undefined) return once;
  let found: readonly Beginning[] = [NOTHING];
  for (let i = 0; i < Math.min(Number(least), MOST_LETTERS); i++) found = join(found, once);
  if (upTo === '') return found;
  return least === '0' ? [NOTHING, ...once.map(close)] : found.map(close);
}

function join(before: readonly Beginning[], next: readonly Beginning[]): Beginning[] {
  const open = before.filter(({ isOpen }) => isOpen);
  if (open.length * next.length > MOST_BEGINNINGS) return withoutDoubles(before.map(close));
  return withoutDoubles([
    ...before.filter(({ isOpen }) => !isOpen),
    ...open.flatMap(({ letters }) =>
      next.map((each) => ({
        letters: (letters + each.letters).slice(0, MOST_LETTERS),
        isOpen: each.isOpen && letters.length + each.letters.length < MOST_LETTERS,
      })),
    ),
  ]);
}

function toLetter(letters: string): Beginning {
  return { letters, isOpen: true };
}

function close({ letters }: Beginning): Beginning {
  return { letters, isOpen: false };
}

function withoutDoubles(all: readonly Beginning[]): Beginning[] {
  return [...new Map(all.map((each) => [`${each.isOpen}${each.letters}`, each])).values()];
}
