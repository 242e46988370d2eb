import type { ForeignMemory, MemoryOrigin, Provider } from '../foreign-memory.ts';

/** A memory without its place. */
type RowMemory = Omit<ForeignMemory, 'file' | 'span' | 'line' | 'id'> & { readonly id: string | null };

type Row = Readonly<Record<string, unknown>>;

/** The values that a document's header gives all rows. */
export interface RowHeader {
  readonly provider: Provider | null;
  readonly format: string | null;
}

/** True for an object that is neither null nor an array. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The memory in a JSON row of any store; null if the row holds no memory text. */
export function readRow(value: unknown, header: RowHeader): RowMemory | null {
  if (typeof value === 'string')
    return value.trim() === '' ? null : { ...NOTHING, provider: 'list', format: 'list', text: value };
  if (!isRow(value)) return null;
  const provider = header.provider ?? providerOf(value);
  if (provider === 'pam') return readPam(value, header.format ?? 'portable-ai-memory');
  const inner = isRow(value['data']) ? value['data'] : {};
  const metadata = isRow(value['metadata']) ? value['metadata'] : {};
  const text =
    textOf(value, ['memory', 'content', 'summary', 'text', 'fact', 'statement', 'value', 'note']) ??
    textOf(inner, ['memory']);
  if (text === null) return null;
  const source = textOf(value, ['source', 'source_type']) ?? textOf(metadata, ['source', 'url', 'tool']);
  return {
    provider,
    format: header.format ?? provider,
    id: textOf(value, ['id', 'uuid', 'memory_id', 'memoryId']),
    text,
    entity: textOf(value, ['entity', 'subject']) ?? textOf(metadata, ['entity']),
    kind: textOf(value, ['type', 'kind', 'memory_type', 'category']),
    createdAt: timeOf(value, ['created_at', 'createdAt', 'timestamp', 'date']),
    updatedAt: timeOf(value, ['updated_at', 'updatedAt', 'last_modified']),
    scope: textOf(value, ['user_id', 'userId', 'agent_id', 'app_id', 'run_id', 'project']),
    origin: originOf([textOf(value, ['source_type']), source, textOf(value, ['role', 'actor_id'])]),
    source,
    band: textOf(value, ['privacy', 'visibility']) === 'secret' ? 'secret' : 'private',
    tags: tagsOf(value),
    ...(provider === 'zora' || provider === 'mem0'
      ? { details: without(value, ['id', 'content', 'memory']) }
      : {}),
  };
}

const NOTHING = {
  id: null,
  entity: null,
  kind: null,
  createdAt: null,
  updatedAt: null,
  scope: null,
  origin: 'unknown',
  source: null,
  band: 'private',
  tags: [],
} as const;

/** The store that writes rows of this form. */
function providerOf(row: Row): Provider {
  if (typeof row['content_hash'] === 'string' && isRow(row['temporal'])) return 'pam';
  if (typeof row['memory'] === 'string' || isRow(row['data'])) return 'mem0';
  const isItem = 'source_type' in row || 'trust_score' in row || 'access_count' in row;
  return isItem && ('content' in row || 'summary' in row) ? 'zora' : 'list';
}

function readPam(row: Row, format: string): RowMemory | null {
  const text = textOf(row, ['content']);
  if (text === null) return null;
  const temporal = isRow(row['temporal']) ? row['temporal'] : {};
  const provenance = isRow(row['provenance']) ? row['provenance'] : {};
  const source = textOf(provenance, ['platform', 'source', 'conversation_ref']);
  const metadata = isRow(row['metadata']) ? row['metadata'] : {};
  const own = isRow(metadata['memora']) ? metadata['memora'] : {};
  return {
    ...NOTHING,
    provider: 'pam',
    format,
    id: textOf(row, ['id']),
    text,
    kind: kindOf(textOf(row, ['custom_type', 'type'])),
    entity: textOf(own, ['entity']),
    createdAt: timeOf(temporal, ['created_at']),
    updatedAt: timeOf(temporal, ['updated_at']),
    origin: originOf([textOf(provenance, ['extraction_method', 'source_type']), source]),
    source,
    band: isRow(row['access']) && row['access']['visibility'] === 'secret' ? 'secret' : 'private',
    tags: tagsOf(Array.isArray(own['tags']) ? own : row),
    details: without(row, ['id', 'content']),
  };
}

function without(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** Names of memory kinds in Portable AI Memory, with the kinds used here. */
const PAM_KINDS: Readonly<Record<string, string>> = {
  skill: 'procedure',
  instruction: 'procedure',
  identity: 'profile',
  context: 'event',
  environment: 'tool',
};

function kindOf(type: string | null): string | null {
  return type !== null && Object.hasOwn(PAM_KINDS, type) ? (PAM_KINDS[type] ?? type) : type;
}

/** The text of the first of these fields that has one. */
export function textOf(row: Row, names: readonly string[]): string | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return null;
}

/** The form of most times, which needs no conversion. Days up to 28 exist in every month. */
const PLAIN_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/u;

/** Converts seconds or milliseconds since 1970, or a text with a time. */
function timeOf(row: Row, names: readonly string[]): string | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (typeof value === 'string' && PLAIN_TIME.test(value)) return value;
    const time = new Date(typeof value === 'number' && value < 1e11 ? value * 1000 : value);
    if (!Number.isNaN(time.getTime())) return `${time.toISOString().slice(0, 19)}Z`;
  }
  return null;
}

function tagsOf(row: Row): readonly string[] {
  const tags = row['tags'] ?? row['categories'];
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string').slice(0, 32) : [];
}

const FROM_TOOL =
  /(?<![a-z])(?:tools?|web|page|webpage|url|browser|search|documents?|emails?|external)(?![a-z])|scrap|fetch|https?:/iu;
const FROM_AGENT = /agent|assistant|\bllm\b|model|analysis|infer|extract/iu;

/** Who put the memory there. A store's statement that "the user" did adds no trust, because any writer can make it. */
export function originOf(sources: readonly (string | null)[]): MemoryOrigin {
  const said = sources.filter((source) => source !== null).join(' ');
  if (said === '') return 'unknown';
  if (FROM_TOOL.test(said)) return 'tool';
  return FROM_AGENT.test(said) ? 'agent' : 'unknown';
}
