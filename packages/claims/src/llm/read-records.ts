/** What a model says it found, before anything of it is believed. */
export interface ModelRecord {
  /** Number of the segment that it names; 0 for none. */
  readonly segment: number;
  readonly quote: string;
  readonly subject: string | null;
  readonly predicate: string | null;
  readonly object: string | null;
  readonly kind: string | null;
  readonly assertion: string | null;
  readonly confidence: number | null;
}

/** What could be read of a reply; null where it holds no JSON at all. */
export interface ReadReply {
  readonly records: readonly ModelRecord[];
  /** Entries that are no records: no object, or without a quote. */
  readonly unreadable: number;
}

/**
 * Reads a model's reply in whatever shape it comes: the object asked for, a bare list, one bare record, JSON in a fence or
 * between words, JSON lines, and the whole records of a list that breaks off. Grounding is strict; reading is not.
 */
export function readRecords(reply: string): ReadReply | null {
  const list = readList(reply, 'quote');
  return list === null ? null : toReply(list);
}

/** The entries of a reply in any of those shapes, unread; `key` tells a bare record. Null where the reply holds no JSON at all. */
export function readList(reply: string, key: string): unknown[] | null {
  for (const text of candidates(reply)) {
    const value = parse(text);
    const list = value === undefined ? null : toList(value, key);
    if (list !== null) return list;
  }
  const loose = looseObjects(reply);
  return loose.length === 0 ? null : loose;
}

/** The reply without its thinking, then what stands in fences, then from the first bracket to the last. */
function* candidates(reply: string): Generator<string> {
  const text = reply.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gu, '').trim();
  yield text;
  for (const match of text.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/gu)) yield match[1] ?? '';
  const start = text.search(/[[{]/u);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  if (start >= 0 && end > start) yield text.slice(start, end + 1);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list inside the value: itself, or under the first key that holds one; a single record is a list of one. */
function toList(value: unknown, key: string): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') {
    const inner = parse(value);
    return inner === undefined || typeof inner === 'string' ? null : toList(inner, key);
  }
  if (typeof value !== 'object' || value === null) return null;
  if (key in value) return [value];
  for (const inner of Object.values(value)) if (Array.isArray(inner)) return inner;
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) return toList(inner, key);
  }
  return [];
}

/** Every balanced innermost object of a text that is no JSON as a whole. */
function looseObjects(reply: string): unknown[] {
  const found: unknown[] = [];
  for (const match of reply.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/gu)) {
    const value = parse(match[0]);
    if (value !== undefined) found.push(value);
  }
  return found;
}

function toReply(list: readonly unknown[]): ReadReply {
  const records: ModelRecord[] = [];
  let unreadable = 0;
  for (const entry of list) {
    const record = toRecord(entry);
    if (record === null) unreadable++;
    else records.push(record);
  }
  return { records, unreadable };
}

function toRecord(entry: unknown): ModelRecord | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const of = (...names: readonly string[]): unknown => {
    for (const name of names) {
      const value = (entry as Record<string, unknown>)[name];
      if (value !== undefined && value !== null) return value;
    }
    return null;
  };
  const text = (...names: readonly string[]): string | null => {
    const value = of(...names);
    if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
  };
  const quote = text('quote', 'source_quote', 'evidence', 'text', 'span');
  if (quote === null) return null;
  const segment = Number(of('segment', 'n', 'id', 'segment_id') ?? 0);
  const confidence = Number(of('confidence') ?? Number.NaN);
  return {
    segment: Number.isInteger(segment) ? segment : 0,
    quote,
    subject: text('subject', 's'),
    predicate: text('predicate', 'relation', 'p'),
    object: text('object', 'o', 'value'),
    kind: text('kind', 'type'),
    assertion: text('assertion'),
    confidence: Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : null,
  };
}
