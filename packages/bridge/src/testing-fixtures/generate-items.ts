import { createHash } from 'node:crypto';

const THINGS = 'relay crane archive gateway mixer turbine harvester printer kiln lathe'.split(' ');
const PLACES = 'Lisbon Porto Oslo Bergen Madrid Turin Graz Malmo Ghent Leeds Tartu'.split(' ');
const TYPES = ['fact', 'knowledge', 'event', 'preference', 'Behavior', 'tool'];
const time = (n: number) => new Date(Date.UTC(2025, n % 12, 1 + (n % 28), n % 24, n % 60)).toISOString();
const saying = (n: number) =>
  `${PLACES[n % 11]} has the ${THINGS[n % 10]} number ${n + 100} in hall ${(n * 7) % 90}${n % 9 === 0 ? ' («Ü» 東京)' : ''}.`;

/** Items in the form of an agent's store: `content` or `summary`, counters, types in both spellings. */
export function generateItems(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `mem_${n}_${(n * 7919).toString(36)}`,
    type: TYPES[n % TYPES.length],
    ...(n % 3 === 0 ? { summary: saying(n) } : { content: saying(n) }),
    source: `session_${n % 40}`,
    ...(n % 4 === 0 ? { sourceType: 'tool_output' } : { source_type: 'agent_analysis' }),
    created_at: time(n),
    last_accessed: time(n + 5),
    access_count: n % 17,
    ...(n % 5 === 0 ? { reinforcement_score: n / 1000 } : {}),
    tags: [`tag-${n % 8}`, 'ops'],
    category: `hall/${n % 6}`,
    trust_score: (n % 10) / 10,
  }));
}

/** The same as a Portable AI Memory file, with fields that Memora does not know. */
export function generatePam(count: number): { readonly memories: readonly Record<string, unknown>[] } {
  const memories = Array.from({ length: count }, (_, n) => ({
    id: `pam-${n}`,
    type: ['fact', 'skill', 'identity', 'context', 'environment', 'goal'][n % 6],
    content: saying(n),
    content_hash: `sha256:${createHash('sha256').update(saying(n).toLowerCase()).digest('hex')}`,
    status: ['active', 'archived'][n % 2],
    summary: n % 3 === 0 ? null : `Hall ${n}`,
    tags: [`tag-${n % 8}`],
    confidence: { initial: 0.5, current: (n % 10) / 10, decay_model: 'time_linear' },
    temporal: { created_at: time(n), updated_at: time(n + 1), valid_from: null, valid_until: null },
    provenance: {
      platform: ['chatgpt', 'claude'][n % 2],
      conversation_ref: null,
      extraction_method: 'llm_inference',
      extracted_at: time(n),
    },
    access: { visibility: 'private', exportable: true, shared_with: [] },
    embedding_ref: null,
    metadata: { score: n },
  }));
  return {
    ...{ schema: 'portable-ai-memory', schema_version: '1.0', owner: { id: 'user' } },
    memories,
  };
}
