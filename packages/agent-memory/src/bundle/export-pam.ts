import { createHash, randomUUID } from 'node:crypto';
import { toInstant } from '@memora/core';
import type { AgentMemory } from '../agent-memory.ts';
import type { MemoryKind } from '../note/memory-kind.ts';
import type { MemoryDetail, MemoryStatus } from '../recall/recall.ts';
import { type ExportItemsOptions, pagesOf } from './export-items.ts';

/** Options of a Portable AI Memory export. */
export interface ExportPamOptions extends ExportItemsOptions {
  /** The owner of the memories: use the same value in every export for a person; `user` by default. */
  readonly owner?: string;
  /** The version of Memora. */
  readonly version: string;
  readonly now?: () => Date;
}

const TYPES: Readonly<Record<MemoryKind, string>> = {
  fact: 'fact',
  preference: 'preference',
  procedure: 'skill',
  profile: 'identity',
  event: 'context',
  tool: 'environment',
  decision: 'context',
  incident: 'context',
  lesson: 'skill',
};
/** A held memory may be in no prompt, so it is exported as archived. */
const STATUSES: Readonly<Partial<Record<MemoryStatus, string>>> = {
  superseded: 'superseded',
  stale: 'deprecated',
  held: 'archived',
};
const METHODS = { agent: 'llm_inference', tool: 'api_export', external: 'api_export' } as const;
const TAG = /^[a-z0-9][a-z0-9_-]*$/u;
const encoder = new TextEncoder();

/**
 * Exports every memory as Portable AI Memory 1.0, with Memora's own fields under `metadata.memora`. Secret memories are left out unless `reveal` is set;
 * `shared` exports only public ones.
 */
export async function* exportPam(
  agent: Pick<AgentMemory, 'get' | 'list' | 'memory'>,
  options: ExportPamOptions,
): AsyncGenerator<Uint8Array> {
  const { owner = 'user', version, now = () => new Date() } = options;
  const head = {
    ...{ schema: 'portable-ai-memory', schema_version: '1.0' },
    spec_uri: 'https://portable-ai-memory.org/spec/v1.0',
    export_id: randomUUID(),
    exported_by: `memora/${/^\d+\.\d+\.\d+/u.exec(version)?.[0] ?? '0.0.0'}`,
    export_date: now().toISOString(),
    owner: { id: owner },
  };
  yield encoder.encode(`${JSON.stringify(head).slice(0, -1)},"memories":[\n`);
  const objects = new Map<string, string>();
  const replaced: [string, string, string][] = [];
  const sessions = new Map<string, { since: string; ids: string[] }>();
  for await (const page of pagesOf(agent, options)) {
    const ids = page.map(({ memoryId }) => memoryId);
    const counts = await agent.memory.access.read(ids);
    for (const detail of await agent.get(ids, {
      reveal: options.reveal === true && options.shared !== true,
    })) {
      const { memoryId: id, band, session, created, supersededBy } = detail;
      if ((options.shared === true && band !== 'public') || (band === 'secret' && options.reveal !== true))
        continue;
      const object = canonical(toPam(detail, counts.get(id)));
      yield encoder.encode(`${objects.size === 0 ? '' : ',\n'}${object}`);
      objects.set(id, object);
      for (const newer of supersededBy) replaced.push([newer, id, created]);
      if (session === null) continue;
      const known = sessions.get(session) ?? { since: created, ids: [] };
      known.ids.push(id);
      if (created < known.since) known.since = created;
      sessions.set(session, known);
    }
  }
  const relations = replaced
    .filter(([newer]) => objects.has(newer))
    .map(([from, to, at]) => ({
      id: `${from}-supersedes-${to}`,
      from,
      to,
      type: 'supersedes',
      created_at: at,
    }));
  const conversations = [...sessions].map(([id, { since, ids }]) => ({
    ...{ id, platform: 'memora', temporal: { created_at: since } },
    derived_memories: ids,
  }));
  const sorted = [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  const integrity = {
    canonicalization: 'RFC8785',
    checksum: sha256(`[${sorted.join(',')}]`),
    total_memories: objects.size,
  };
  const tail = JSON.stringify({ relations, conversations_index: conversations, integrity }).slice(1);
  yield encoder.encode(`\n],${tail}\n`);
}

function toPam(detail: MemoryDetail, count: { readonly count: number; readonly last: string } | undefined) {
  const { memoryId, kind, text, status, tags, trust, created, validFrom, validUntil, session } = detail;
  const { source, band, entity, agent, held, supersedes, supersededBy, imported } = detail;
  return {
    id: memoryId,
    type: TYPES[kind],
    status: STATUSES[status] ?? 'active',
    content: text,
    content_hash: sha256(text.trim().toLowerCase().normalize('NFC').replace(/\s+/gu, ' ')),
    tags: [...new Set(tags.map((tag) => tag.toLowerCase()).filter((tag) => TAG.test(tag)))],
    confidence: { current: trust },
    temporal: {
      created_at: created,
      valid_from: toMoment(validFrom),
      valid_until: toMoment(validUntil),
      superseded_by: supersededBy[0] ?? null,
    },
    provenance: {
      platform: 'memora',
      conversation_ref: session,
      // Only a user's own words have full trust.
      extraction_method: trust === 1 ? 'explicit_user_input' : METHODS[source],
      extracted_at: created,
    },
    access: { visibility: band === 'public' ? 'public' : 'private' },
    embedding_ref: null,
    metadata: {
      memora: {
        ...{ kind, status, held, privacy: band, source, agent, entity, tags, supersedes },
        ...{ valid_from: validFrom, valid_until: validUntil },
        ...(imported === null ? {} : { original_id: imported.id, original: imported.details }),
        ...{ access_count: count?.count ?? 0, last_accessed: count?.last ?? null },
      },
    },
  };
}

/** A date as an instant; null for no date or an invalid one. */
function toMoment(date: string | null): string | null {
  const at = date === null ? null : (toInstant(date) ?? Date.parse(date));
  return at === null || Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** JSON according to RFC 8785: keys in the order of their UTF-16 units, no spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text.toWellFormed()).digest('hex')}`;
}
