/** A record from a model, not yet checked. */
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
  /** When it happened, as the model wrote it; not yet parsed as a date. */
  readonly event: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly modality: string | null;
  readonly reportedBy: string | null;
  /** Who made the decision. */
  readonly by: string | null;
}

/** The readable part of a reply; null if it contains no JSON. */
interface ReadReply {
  readonly records: readonly ModelRecord[];
  /** Entries that are not records: not an object, or without a quote. */
  readonly unreadable: number;
  /** The reply ends in the middle, so its remainder is unknown. */
  readonly isCutOff: boolean;
}

/**
 * Reads a model's reply in any common shape: the requested object, a bare list, one bare record, JSON in a fence or between words, JSON lines, records under
 * each segment, JSON in a string, and the complete records of a truncated list. Grounding is strict; reading is not.
 */
export function readRecords(reply: string): ReadReply | null {
  const whole = readWhole(reply, RECORD_KEYS);
  if (whole !== null) return toReply(whole, false);
  const loose = looseObjects(reply);
  if (loose.length > 0) return toReply(loose, isBrokenOff(reply));
  return STARTS_AS_JSON.test(withoutThinking(reply)) && isBrokenOff(reply) ? toReply([], true) : null;
}

const RECORD_KEYS = ['quote', 'source_quote', 'evidence', 'subject'];
const STARTS_AS_JSON = /^(?:```[\w-]*\s*)?[[{]/u;

/** Returns the unparsed entries of a reply in any of those shapes; `key` identifies an entry. Returns null if the reply contains no JSON. */
export function readList(reply: string, key: string): unknown[] | null {
  const whole = readWhole(reply, [key]);
  if (whole !== null) return whole;
  const loose = looseObjects(reply);
  return loose.length === 0 ? null : loose;
}

function readWhole(reply: string, keys: readonly string[]): unknown[] | null {
  const isRecord: IsRecord = (value) => keys.some((key) => key in value);
  for (const text of candidates(reply)) {
    const value = parse(text);
    const list = value === undefined ? null : toList(value, isRecord);
    if (list !== null) return list;
  }
  return null;
}

/** Yields the reply without its thinking, then the text in fences, then the text from the first bracket to the last. */
function* candidates(reply: string): Generator<string> {
  const text = withoutThinking(reply);
  yield text;
  for (const match of text.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/gu)) yield match[1] ?? '';
  const start = text.search(/[[{]/u);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  if (start >= 0 && end > start) yield text.slice(start, end + 1);
}

function withoutThinking(reply: string): string {
  return reply.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gu, '').trim();
}

const STRING = /"(?:[^"\\]|\\[\s\S])*"/gu;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseLoosely(text);
  }
}

/** Repairs the most common mistakes of models: raw line ends and tabs in strings, and commas before a closing bracket. */
function parseLoosely(text: string): unknown {
  const strings: string[] = [];
  const outside = text.replace(STRING, (string) => {
    strings.push(string.replace(/[\u0000-\u001f]/gu, (control) => JSON.stringify(control).slice(1, -1)));
    return '"';
  });
  const mended = outside.replace(/,(?=\s*[\]}])/gu, '').replace(/"/gu, () => strings.shift() ?? '"');
  try {
    return JSON.parse(mended);
  } catch {
    return undefined;
  }
}

type IsRecord = (value: object) => boolean;

/** Returns the records inside the value, at any depth; if there are none, the list that it is or contains. */
function toList(value: unknown, isRecord: IsRecord): unknown[] | null {
  if (Array.isArray(value)) return value.flatMap((entry) => recordsIn(entry, isRecord) ?? [entry]);
  if (typeof value === 'string') {
    const inner = parse(value);
    return inner === undefined || typeof inner === 'string' ? null : toList(inner, isRecord);
  }
  if (typeof value !== 'object' || value === null) return null;
  const lists = Object.values(value).filter((inner) => Array.isArray(inner));
  return recordsIn(value, isRecord) ?? lists.find((list) => list.length === 0) ?? lists[0] ?? [];
}

/** Returns the records in a value, at any depth. A record without a segment takes the segment of its parent. Returns null if there are none. */
function recordsIn(value: unknown, isRecord: IsRecord, segment?: unknown): unknown[] | null {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/u.test(value) ? parse(value) : undefined;
    return typeof inner === 'object' ? recordsIn(inner, isRecord, segment) : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const found = value.map((entry) => recordsIn(entry, isRecord, segment));
    // Count an entry that is not a record if it is in a list of records.
    return found.some((records) => records !== null)
      ? found.flatMap((records, i) => records ?? [value[i]])
      : null;
  }
  if (isRecord(value)) return [segment === undefined ? value : { segment, ...value }];
  const own = (value as { segment?: unknown }).segment ?? segment;
  const found = Object.entries(value).flatMap(
    ([name, inner]) => recordsIn(inner, isRecord, /^\d+$/u.test(name) ? Number(name) : own) ?? [],
  );
  return found.length === 0 ? null : found;
}

/** Returns every balanced innermost object of a text that is not JSON as a whole; an unreadable object becomes null. */
function looseObjects(reply: string): unknown[] {
  return [...reply.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\[\s\S])*")*\}/gu)].map(([text]) => parse(text) ?? null);
}

/** True if a bracket or a string is still open at the end. */
export function isBrokenOff(reply: string): boolean {
  const outside = withoutThinking(reply).replace(STRING, '');
  const count = (sign: RegExp): number => outside.match(sign)?.length ?? 0;
  return count(/[[{]/gu) > count(/[\]}]/gu);
}

function toReply(list: readonly unknown[], isCutOff: boolean): ReadReply {
  const records: ModelRecord[] = [];
  let unreadable = 0;
  for (const entry of list) {
    const record = toRecord(entry);
    if (record === null) unreadable++;
    else records.push(record);
  }
  return { records, unreadable, isCutOff };
}

function toRecord(entry: unknown): ModelRecord | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const of = (...names: readonly string[]): unknown => {
    for (const name of names) {
      const value = Object.hasOwn(entry, name) ? (entry as Record<string, unknown>)[name] : null;
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
    predicate: text('relation', 'predicate', 'p'),
    object: text('object', 'o', 'value'),
    kind: text('kind', 'type'),
    assertion: text('assertion'),
    confidence: Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : null,
    event: text('event'),
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    modality: text('modality'),
    reportedBy: text('reported_by'),
    by: text('by', 'decided_by', 'who'),
  };
}
