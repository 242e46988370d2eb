import type { Memory } from '@memora/engine';
import { isHidden, REDACTED } from '@memora/engine/json';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { filled, SECRET_TEXT, text, unlisted } from '../protocol/fields.ts';
import { ServerError } from '../protocol/server-error.ts';
import { shownPassage, toShownPassage } from './to-shown-passage.ts';

/** `memora_query`: the claims that a question finds, best first. */
export const query = defineTool({
  name: 'memora_query',
  title: 'Find claims',
  description:
    'Find passages of the notes and the claims in them. Add synonyms, names and words in the other languages of the notes. Cite each statement with the marker [claim:…], then check with memora_verify_answer.',
  isCore: true,
  isReadOnly: true,
  paged: 'hits',
  cli: 'query',
  differs: {
    hits: 'a model reads the text of a claim and where it is; a program reads its fields',
    passages: 'the command shows passages without --claims',
    regions_used: 'programs call the tool by its first schema',
    as_of: 'the caller of the command gave it',
  },
  redacted: SECRET_TEXT,
  example: { query: 'What is the reporting interval?', k: 1 },
  input: () =>
    z.strictObject({
      query: filled().describe('the question, and words that notes may use for it'),
      k: z.int().min(1).max(100).optional().describe('how many hits; default from the config'),
      as_of: text().optional().describe('what was true on this date (2026-03-31)'),
      known_at: text().optional().describe('as it was known on this date'),
      region: text().optional().describe('folder of the vault'),
      conversations: z.boolean().optional().describe('true: search conversations too'),
    }),
  output: () =>
    z.strictObject({
      hits: z.array(
        z.strictObject({
          id: z.string().describe('note id'),
          claim_id: z.string(),
          note: z.string(),
          span: z.array(z.int()),
          summary: z.string(),
          region: z.string(),
          score: z.number(),
          snippet: z.string(),
          ...anchor('place in its original, such as contract.pdf, page 12'),
          heading_path: z.array(z.string()),
          why: z.array(z.string()).describe('words of the question that it contains'),
          status: z.string().describe('for a memory also over or coming'),
          from: z.string().optional().describe('who wrote it, where no person did'),
          valid_from: z.string().nullable(),
          valid_until: z.string().optional(),
          since: unlisted(z.string().nullable()),
          body_redacted: unlisted(z.boolean().optional()),
        }),
      ),
      passages: z.array(shownPassage()).describe('whole passages, best first'),
      regions_used: z.array(z.string()),
      as_of: z.string().optional(),
      behind: z
        .array(z.string())
        .describe('notes changed since they were indexed: read them with memora_get_note'),
      degraded: z.boolean(),
      degraded_reasons: z.array(z.string()),
    }),
  run: async (memory, input, { signal }) => {
    const asked = toQueryOptions(input);
    // A caller who may not read a secret claim must not find it: finding it by a word would reveal the word.
    const shown = { ...asked, bands: SHOWN_BANDS, signal };
    const page = await memory.passages(input.query, shown);
    if (page.hits.length === 0 && asked.region !== undefined) await assertRegion(memory, asked.region);
    // Loaded on demand: not needed to start.
    const { statusNow, toPassageHitJson } = await import('@memora/engine/json');
    const changed = new Set(page.behind);
    const hits = page.hits.map(({ claim, score, why, snippet, place }) => {
      const hidden = isHidden(claim);
      return {
        id: claim.noteId,
        claim_id: claim.id,
        note: claim.notePath,
        span: [claim.span.start, claim.span.end],
        summary: hidden ? REDACTED : summaryOf(claim, snippet),
        region: claim.region,
        score,
        snippet: hidden ? REDACTED : snippet,
        ...anchorOf(place),
        // If the note has changed, the headings over a claim may be gone or secret.
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
    return {
      hits,
      passages: [...page.passages, ...page.nearest]
        .slice(0, MOST_PASSAGES)
        .map((passage) => toShownPassage(toPassageHitJson(passage))),
      regions_used: [...new Set(hits.map((hit) => hit.region))].sort(),
      // With `as_of`, the results were valid then and may not be valid now.
      ...(input.as_of === undefined ? {} : { as_of: input.as_of }),
      behind: [...page.behind],
      degraded: page.degraded,
      degraded_reasons: [...page.degradedReasons],
    };
  },
});

const MOST_PASSAGES = 8;

/** Throws `REGION_NOT_FOUND` if no note is in the region: an empty result would look as if the notes had nothing to say. */
async function assertRegion(memory: Memory, region: string): Promise<void> {
  // A folder with only secret notes is secret too.
  const open = (await memory.claims.notes()).filter(({ band }) => band !== 'secret');
  const regions = new Set(open.map((note) => note.region));
  if ([...regions].some((known) => known === region || known.startsWith(`${region}/`))) return;
  throw new ServerError('no note is in that region', {
    code: 'REGION_NOT_FOUND',
    hint: `The regions are ${[...regions].sort().slice(0, SHOWN_REGIONS).join(', ')}; memora_get_world_map lists them all.`,
  });
}

const SHOWN_REGIONS = 20;

/** The author of a claim that no person wrote and no turn of the user proves. */
function authorOf({ metadata, trust }: ClaimAuthor): { readonly from?: string } {
  const { by } = metadata;
  return trust < 1 && typeof by === 'string' ? { from: by } : {};
}

type ClaimAuthor = { readonly metadata: Readonly<Record<string, unknown>>; readonly trust: number };

/** The fields of the result of {@link anchorOf}. */
export function anchor(description?: string) {
  const label = z.string().optional();
  return {
    anchor: description === undefined ? unlisted(label) : label.describe(description),
    anchor_href: unlisted(z.string().optional()),
  };
}

/** The place in the original, and the address that opens it. */
export function anchorOf(place: { readonly label: string; readonly href: string } | null | undefined): {
  readonly anchor?: string;
  readonly anchor_href?: string;
} {
  return place === null || place === undefined ? {} : { anchor: place.label, anchor_href: place.href };
}

/** The bands that an MCP client may read. */
export const SHOWN_BANDS = ['public', 'private'] as const;

const MAX_SUMMARY = 120;

type SaidByClaim = { readonly subject: string; readonly predicate: string; readonly object: string | null };
type QueryOptions = NonNullable<Parameters<Memory['query']>[1]>;

/** The arguments of a question besides its text. */
interface Asked {
  readonly k?: number | undefined;
  readonly as_of?: string | undefined;
  readonly known_at?: string | undefined;
  readonly region?: string | undefined;
  readonly conversations?: boolean | undefined;
}

/** `k`, `as_of`, `known_at`, `region` and `conversations` of a checked input, as options of the engine. */
export function toQueryOptions(input: Asked): Pick<QueryOptions, 'k' | 'asOf' | 'region' | 'conversations'> {
  const { as_of: valid, known_at: known } = input;
  return {
    ...(input.k === undefined ? {} : { k: input.k }),
    ...(valid === undefined && known === undefined
      ? {}
      : {
          asOf: {
            ...(valid === undefined ? {} : { valid: valid }),
            ...(known === undefined ? {} : { known: known }),
          },
        }),
    ...(input.conversations === undefined ? {} : { conversations: input.conversations }),
    ...(input.region === undefined ? {} : { region: input.region.replace(/^\/+|\/+$/g, '') }),
  };
}

/** A claim in one line: its parts if the text states them, otherwise the text itself. */
function summaryOf({ subject, predicate, object }: SaidByClaim, text: string): string {
  return object === null ? clip(text, MAX_SUMMARY) : `${subject} · ${predicate} · ${object}`;
}

function clip(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
