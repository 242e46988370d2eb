import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { isHidden, REDACTED, statusNow } from '@memora/engine/json';
import type { ShownHits, TeamMemory } from '@memora/engine/team';
import type { ToolDefinition, ToolInput } from '../protocol/tool-definition.ts';
import { PASSAGE_SCHEMA, toShownPassage } from './to-shown-passage.ts';

/** `memora_query`: the claims that a question finds, best first. */
export const query: ToolDefinition = {
  name: 'memora_query',
  title: 'Find claims',
  description:
    'Find passages of the notes and the claims in them. Ask with synonyms, names and other languages of the notes. Cite each statement by the marker [claim:…], then check with memora_verify_answer.',
  isCore: true,
  isReadOnly: true,
  paged: 'hits',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        description: 'the question, and words that notes may use for it',
      },
      k: { type: 'integer', minimum: 1, maximum: 100, description: 'how many hits; default from the config' },
      as_of: { type: 'string', description: 'what was true on this date (2026-03-31)' },
      known_at: { type: 'string', description: 'as it was known on this date' },
      region: { type: 'string', description: 'folder of the vault' },
      conversations: { type: 'boolean', description: 'true looks at conversations too' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      hits: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'note id' },
            claim_id: { type: 'string' },
            note: { type: 'string' },
            span: { type: 'array', items: { type: 'integer' } },
            summary: { type: 'string' },
            region: { type: 'string' },
            score: { type: 'number' },
            snippet: { type: 'string' },
            passage: { type: 'string', description: 'what the claim stands in, once' },
            anchor: { type: 'string', description: 'place in its original, such as contract.pdf, page 12' },
            heading_path: { type: 'array', items: { type: 'string' } },
            why: { type: 'array', items: { type: 'string' }, description: 'words of the question it holds' },
            status: { type: 'string' },
            from: { type: 'string', description: 'who wrote it, where no person did' },
            valid_from: { type: ['string', 'null'] },
            valid_until: { type: 'string' },
          },
        },
      },
      passages: { type: 'array', description: 'whole passages, best first', items: PASSAGE_SCHEMA },
      regions_used: { type: 'array', items: { type: 'string' } },
      as_of: { type: 'string' },
      behind: {
        type: 'array',
        items: { type: 'string' },
        description: 'notes changed since they were indexed: read them with memora_get_note',
      },
      degraded: { type: 'boolean' },
      degraded_reasons: { type: 'array', items: { type: 'string' } },
    },
    required: ['hits', 'regions_used'],
  },
  run: async (memory, input, { signal }) => {
    const asked = toQueryOptions(input);
    // A secret claim is found by nobody who may not read it: being found by a word would tell the word.
    const shown = { ...asked, bands: SHOWN_BANDS, signal };
    const found = await findShown(memory, String(input['query']), shown);
    const { k: _, ...search } = shown;
    const page = await memory.passages(String(input['query']), { ...search, of: found.hits[0] });
    if (found.hits.length === 0 && asked.region !== undefined) await assertRegion(memory, asked.region);
    const { texts, passages, places } = found;
    const told = new Set<string>();
    const changed = new Set(found.behind);
    const hits = found.hits.map(({ claim, score, why }, i) => {
      const hidden = isHidden(claim);
      const text = texts[i] ?? '';
      return {
        id: claim.noteId,
        claim_id: claim.id,
        note: claim.notePath,
        span: [claim.span.start, claim.span.end],
        summary: hidden ? REDACTED : summaryOf(claim, text),
        region: claim.region,
        score,
        snippet: hidden ? REDACTED : clip(text, MAX_SNIPPET),
        ...anchorOf(places[i] ?? null),
        ...passageOf(hidden ? null : (passages[i] ?? null), text, told),
        // What stood over a claim may be gone, or secret, where its note has changed.
        heading_path: hidden || changed.has(claim.notePath) ? [] : claim.headingPath,
        why: why.words.flatMap(({ word, held }) => (held > 0 ? [word] : [])),
        status: asked.asOf === undefined ? statusNow(claim) : claim.status,
        ...authorOf(claim),
        valid_from: hidden ? null : claim.validFrom,
        ...(hidden || claim.validUntil === null ? {} : { valid_until: claim.validUntil }),
        since: hidden || claim.precision === 'unknown' ? null : claim.validFrom,
        ...(hidden ? { body_redacted: true } : {}),
      };
    });
    // How passages are written is not needed to start.
    const { toPassageHitJson } = await import('@memora/engine/json');
    return {
      hits,
      passages: [...page.passages, ...page.nearest]
        .slice(0, MOST_PASSAGES)
        .map((passage) => toShownPassage(toPassageHitJson(passage))),
      regions_used: [...new Set(hits.map((hit) => hit.region))].sort(),
      // Where a date was asked for, what is told held then and may not hold now.
      ...(input['as_of'] === undefined ? {} : { as_of: String(input['as_of']) }),
      behind: [...found.behind],
      degraded: found.degraded,
      degraded_reasons: [...found.degradedReasons],
    };
  },
};

const MOST_PASSAGES = 8;

/** Finds claims, and reads what is shown of them. */
async function findShown(
  memory: Memory,
  text: string,
  asked: QueryOptions,
): Promise<Awaited<ReturnType<Memory['query']>> & ShownHits> {
  // Over a network each reading is a wait of its own: a team's memory shows what the question read.
  const { queryShown } = memory as { readonly queryShown?: TeamMemory['queryShown'] };
  if (queryShown !== undefined) return queryShown(text, asked);
  const found = await memory.query(text, asked);
  const claims = found.hits.map(({ claim }) => claim);
  const { signal: _, ...wanted } = asked;
  const [texts, passages, places] = await Promise.all([
    memory.readSpans(claims),
    memory.readPassages(found.hits, wanted),
    memory.readPlaces(claims),
  ]);
  return { ...found, texts, passages, places };
}

/** Throws `REGION_NOT_FOUND` where no note is in the region: no hits would look as if the notes had nothing to say. */
async function assertRegion(memory: Memory, region: string): Promise<void> {
  // A folder of secret notes alone is as secret as they are.
  const open = (await memory.claims.notes()).filter(({ band }) => band !== 'secret');
  const regions = new Set(open.map((note) => note.region));
  if ([...regions].some((known) => known === region || known.startsWith(`${region}/`))) return;
  throw new MemoraError('no note is in that region', {
    code: 'REGION_NOT_FOUND',
    hint: `There is ${[...regions].sort().slice(0, SHOWN_REGIONS).join(', ')}; memora_get_world_map has them all.`,
  });
}

const SHOWN_REGIONS = 20;

/** Who wrote a claim where no person did, and no turn of the user's proves it. */
function authorOf({ metadata, trust }: ClaimAuthor): { readonly from?: string } {
  const { by } = metadata;
  return trust < 1 && typeof by === 'string' ? { from: by } : {};
}

type ClaimAuthor = { readonly metadata: Readonly<Record<string, unknown>>; readonly trust: number };

/** The place of the original, and the address that opens it. */
export function anchorOf(place: { readonly label: string; readonly href: string } | null | undefined): {
  readonly anchor?: string;
  readonly anchor_href?: string;
} {
  return place === null || place === undefined ? {} : { anchor: place.label, anchor_href: place.href };
}

/** The passage of a claim where it says more than the claim, with the first claim of it. */
function passageOf(passage: string | null, text: string, told: Set<string>): { readonly passage?: string } {
  if (passage === null || told.has(passage) || passage.length <= text.length) return {};
  told.add(passage);
  return { passage: clip(passage, MAX_SNIPPET) };
}

/** What an MCP client may read. */
export const SHOWN_BANDS = ['public', 'private'] as const;

/** A hit holds this many characters of its span, in a line; `memora_get_note` has the rest. */
const MAX_SNIPPET = 600;
const MAX_SUMMARY = 120;

type SaidByClaim = { readonly subject: string; readonly predicate: string; readonly object: string | null };
type QueryOptions = NonNullable<Parameters<Memory['query']>[1]>;

/** `k`, `as_of`, `known_at`, `region` and `conversations` of a checked input, as the engine takes them. */
export function toQueryOptions(
  input: ToolInput,
): Pick<QueryOptions, 'k' | 'asOf' | 'region' | 'conversations'> {
  const { as_of: valid, known_at: known } = input;
  return {
    ...(input['k'] === undefined ? {} : { k: Number(input['k']) }),
    ...(valid === undefined && known === undefined
      ? {}
      : {
          asOf: {
            ...(valid === undefined ? {} : { valid: String(valid) }),
            ...(known === undefined ? {} : { known: String(known) }),
          },
        }),
    ...(input['conversations'] === undefined ? {} : { conversations: input['conversations'] === true }),
    ...(input['region'] === undefined ? {} : { region: String(input['region']).replace(/^\/+|\/+$/g, '') }),
  };
}

/** What the claim says in one line: its parts where the text states them, else the text itself. */
function summaryOf({ subject, predicate, object }: SaidByClaim, text: string): string {
  return object === null ? clip(text, MAX_SUMMARY) : `${subject} · ${predicate} · ${object}`;
}

function clip(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
