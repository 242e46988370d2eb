import { fingerprint } from '@memora/core';
import type { AgentMemory } from '../agent-memory.ts';
import type { MemoryDetail } from '../recall/recall.ts';

/** Options of an export of memories. */
export interface ExportItemsOptions {
  /** For sharing: public memories with text, private ones as hashes, no secret ones. */
  readonly shared?: boolean;
  /** Exports secret text instead of `[redacted]`. */
  readonly reveal?: boolean;
}

const encoder = new TextEncoder();
const PAGE = 1_000;
const SOURCES = { agent: 'agent_analysis', tool: 'tool_output', external: 'external' } as const;

/** Exports every memory as an item of a JSON array: `content`, `type`, `category`, counters and trust, and Memora's own fields. Holds one page at a time. */
export async function* exportItems(
  agent: Pick<AgentMemory, 'list' | 'memory'>,
  options: ExportItemsOptions = {},
): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const page of pagesOf(agent, options)) {
    const counts = await agent.memory.access.read(page.map(({ memoryId }) => memoryId));
    for (const detail of page) {
      const count = counts.get(detail.memoryId);
      const item =
        options.shared === true && detail.band !== 'public' ? toHash(detail) : toItem(detail, count);
      yield encoder.encode(`${before}${JSON.stringify(item)}`);
      before = ',\n';
    }
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n');
}

/** Exports memories as readable Markdown: one line each, under its category. */
export async function* exportMarkdown(
  agent: Pick<AgentMemory, 'list' | 'memory'>,
  options: ExportItemsOptions = {},
): AsyncGenerator<Uint8Array> {
  let category: string | null = null;
  for await (const page of pagesOf(agent, options))
    for (const detail of page) {
      if (options.shared === true && detail.band !== 'public') continue;
      const own = categoryOf(detail);
      const heading = own === category ? '' : `${category === null ? '' : '\n'}## ${own}\n\n`;
      category = own;
      const { text, status, created } = detail;
      const state = status === 'current' ? '' : `, ${status}`;
      const line = text.replace(/\s+/gu, ' ');
      yield encoder.encode(`${heading}- ${line} (${created.slice(0, 10)}${state})\n`);
    }
}

/** Yields the memories page by page; secret ones revealed, redacted or left out, according to the options. */
export async function* pagesOf(
  agent: Pick<AgentMemory, 'list'>,
  { shared = false, reveal = false }: ExportItemsOptions,
): AsyncGenerator<readonly MemoryDetail[]> {
  let after: string | undefined;
  do {
    const { memories, next } = await agent.list({
      limit: PAGE,
      reveal: reveal && !shared,
      ...(after === undefined ? {} : { after }),
    });
    yield shared ? memories.filter(({ band }) => band !== 'secret') : memories;
    after = next ?? undefined;
  } while (after !== undefined);
}

function toItem(detail: MemoryDetail, count: { readonly count: number; readonly last: string } | undefined) {
  const { memoryId, kind, text, source, agent, session, created, tags, trust } = detail;
  const { entity, status, held, band, validFrom, validUntil, supersedes, imported } = detail;
  return {
    id: memoryId,
    type: kind,
    content: text,
    source: session,
    source_type: SOURCES[source],
    created_at: created,
    last_accessed: count?.last ?? null,
    access_count: count?.count ?? 0,
    tags,
    category: categoryOf(detail),
    trust_score: trust,
    ...{ agent, entity, status, held, privacy: band, supersedes },
    valid_from: validFrom,
    valid_until: validUntil,
    ...(imported === null ? {} : { original_id: imported.id, original: imported.details }),
  };
}

function toHash({ memoryId, band, text }: MemoryDetail) {
  return { id: memoryId, privacy: band, blake3: fingerprint(encoder.encode(text)) };
}

function categoryOf({ path, kind }: MemoryDetail): string {
  return path.split('/').at(-2) ?? kind;
}
