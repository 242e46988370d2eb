/** Maximum number of letters of a beginning that are used. */
export const MOST_LETTERS = 4;
/** If there are more beginnings than this, shorter ones are used: `[a-z]{4}` has half a million. */
const MOST_BEGINNINGS = 1_024;

/** How a match may begin. After an `open` beginning the next part of the pattern follows; after a `closed` one anything may follow. */
interface Beginnings {
  readonly open: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Beginnings = { open: new Set(['']), closed: NONE };
const ANYTHING: Beginnings = { open: NONE, closed: new Set(['']) };
const DIGITS = ofLetters('0123456789');

/**
 * The letters with which matches of a pattern can begin, up to four each. Every match begins with one of them, in any case if the pattern has `i`. An empty
 * string means that a match may begin with anything.
 */
export function firstLettersOf({ source }: RegExp): readonly string[] {
  const { open, closed } = readChoice({ parts: source.match(PARTS) ?? [], at: 0 });
  return [...new Set([...open, ...closed])];
}

/** Escapes, classes, group openings, quantifiers, and any other single character. */
const PARTS =
  /\\(?:u[\da-fA-F]{4}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^=!][^>]*>))?|(?:[?*+]|\{\d+(?:,\d*)?\})\??|[\s\S]/g;

interface Reader {
  readonly parts: readonly string[];
  at: number;
}

/** Reads alternatives, to the end of the source or of a group. */
function readChoice(reader: Reader): Beginnings {
  const first = readSequence(reader);
  if (reader.parts[reader.at] !== '|') return first;
  const open = new Set(first.open);
  const closed = new Set(first.closed);
  while (reader.parts[reader.at] === '|') {
    reader.at++;
    const next = readSequence(reader);
    for (const letters of next.open) open.add(letters);
    for (const letters of next.closed) closed.add(letters);
  }
  return { open, closed };
}

function readSequence(reader: Reader): Beginnings {
  let found = NOTHING;
  for (;;) {
    const part = reader.parts[reader.at];
    if (part === undefined || part === '|' || part === ')') return found;
    // Every beginning has four letters or is complete: the rest can't change it.
    if (found.open.size === 0) {
      skipSequence(reader);
      return found;
    }
    reader.at++;
    const once = part.startsWith('(') ? readGroup(reader, part) : readCharacter(part);
    const times = reader.parts[reader.at] ?? '';
    const isRepeated = QUANTIFIER.test(times);
    if (isRepeated) reader.at++;
    found = join(found, isRepeated ? repeat(once, times) : once);
  }
}

/** Moves to the end of an alternative. */
function skipSequence(reader: Reader): void {
  for (let depth = 0; reader.at < reader.parts.length; reader.at++) {
    const part = reader.parts[reader.at] as string;
    if (depth === 0 && (part === '|' || part === ')')) return;
    if (part === ')') depth--;
    else if (part.startsWith('(')) depth++;
  }
}

function readGroup(reader: Reader, head: string): Beginnings {
  const inside = readChoice(reader);
  reader.at++;
  // A lookaround consumes no letter.
  return head.endsWith('=') || head.endsWith('!') ? NOTHING : inside;
}

function readCharacter(part: string): Beginnings {
  if (part === '\\b' || part === '\\B' || part === '$' || part === '^') return NOTHING;
  if (part === '.') return ANYTHING;
  if (part.startsWith('[') && part.length > 1) return readClass(part.slice(1, -1));
  // Half of a surrogate pair: in the other case, the pair may have a different half.
  if (/[\ud800-\udfff]/.test(part)) return ANYTHING;
  return part.startsWith('\\') ? readEscape(part) : { open: new Set([part]), closed: NONE };
}

function readEscape(part: string): Beginnings {
  if (part === '\\d') return DIGITS;
  if (/^\\u./.test(part)) return ofLetters(String.fromCharCode(Number.parseInt(part.slice(2), 16)));
  return /^\\[a-zA-Z0-9]/.test(part) ? ANYTHING : ofLetters(part.slice(1));
}

function readClass(content: string): Beginnings {
  if (content.startsWith('^')) return ANYTHING;
  const open = new Set<string>();
  for (const [part] of content.matchAll(/\\(?:u[\da-fA-F]{4}|[pP]\{[^}]*\}|[\s\S])|[^\\](?:-[^\\])?/g)) {
    const [first, , last] = part.startsWith('\\') ? [] : part;
    if (last === undefined) {
      const one = part.startsWith('\\') ? readEscape(part) : ofLetters(part);
      if (one === ANYTHING) return ANYTHING;
      for (const letter of one.open) open.add(letter);
    } else
      for (let code = (first as string).charCodeAt(0); code <= last.charCodeAt(0); code++)
        open.add(String.fromCharCode(code));
    if (open.size > MOST_BEGINNINGS) return ANYTHING;
  }
  return { open, closed: NONE };
}

const QUANTIFIER = /^(?:[?*+]|\{\d)/;

function repeat(once: Beginnings, quantifier: string): Beginnings {
  if (quantifier.startsWith('?')) return { open: new Set(once.open).add(''), closed: once.closed };
  if (quantifier.startsWith('*')) return { open: NOTHING.open, closed: close(once) };
  if (quantifier.startsWith('+')) return { open: NONE, closed: close(once) };
  const [, least, upTo] = /^\{(\d+)(,?)/.exec(quantifier) ?? [];
  if (least === '0' && upTo === ',') return { open: NOTHING.open, closed: close(once) };
  let found = NOTHING;
  for (let i = 0; i < Math.min(Number(least), MOST_LETTERS); i++) found = join(found, once);
  return upTo === '' ? found : { open: NONE, closed: close(found) };
}

function join(before: Beginnings, next: Beginnings): Beginnings {
  if (before.open.size * (next.open.size + next.closed.size) > MOST_BEGINNINGS)
    return { open: NONE, closed: close(before) };
  const open = new Set<string>();
  const closed = new Set(before.closed);
  for (const letters of before.open) {
    for (const more of next.open) {
      const both = letters + more;
      if (both.length < MOST_LETTERS) open.add(both);
      else closed.add(both.slice(0, MOST_LETTERS));
    }
    for (const more of next.closed) closed.add((letters + more).slice(0, MOST_LETTERS));
  }
  return { open, closed };
}

function close({ open, closed }: Beginnings): ReadonlySet<string> {
  return new Set([...closed, ...open]);
}

function ofLetters(letters: string): Beginnings {
  return { open: new Set(letters), closed: NONE };
}
