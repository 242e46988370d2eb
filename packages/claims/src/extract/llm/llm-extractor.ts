import { MemoraError, type SdkModel } from '@memora/core';
import { findDate } from '@memora/language/dates';
import type { VisibilityPolicy, WirePlace } from '@memora/privacy';
import { visibilityOf, wire } from '@memora/privacy';
import type { ParsedNote, Segment } from '@memora/vault';
import type { ExtractedClaim, Extraction, Extractor } from '../../model/extractor.ts';
import { extractorLabel } from '../../model/extractor.ts';
import type { ExtractionUsage } from '../../model/index-report.ts';
import { noteDates } from '../../prepare/note-dates.ts';
import { createOfflineExtractor, extractSegments } from '../offline/offline-extractor.ts';
import { buildPrompt, correction, INSTRUCTIONS, type PromptOptions } from './build-prompt.ts';
import { type CallOptions, callModel, type ModelReply } from './call-model.ts';
import { chunkSegments, type SegmentChunk, splitChunk } from './chunk-segments.ts';
import { groundRecord } from './ground-record.ts';
import { readRecords } from './read-records.ts';
import { createServiceWatch, type ServiceWatch } from './service-watch.ts';

export interface LlmExtractorOptions {
  /** Any AI SDK model. Build it with the egress's `fetch`, so that its requests pass the one way out. */
  readonly model: SdkModel;
  /** Where the model is: decides which bands it may see. `door.placeOf(destination)` tells. */
  readonly place: WirePlace;
  readonly policy?: VisibilityPolicy;
  /** The name that claims carry; the model's own id by default. */
  readonly modelName?: string;
  /** Notes under way at once; 8 by default. */
  readonly parallelism?: number;
  /** Bytes of text in one request, at most; 6,000 by default. */
  readonly chunkBytes?: number;
  /** How often a transient failure is tried again; 4 by default. */
  readonly retries?: number;
  /** The first wait before trying again, in milliseconds; 1,000 by default. */
  readonly backoffMs?: number;
  /** How long one request may take, in milliseconds; 120,000 by default. */
  readonly timeoutMs?: number;
  /** US dollars for a million tokens. */
  readonly prices?: { readonly input: number; readonly output: number };
}

/** Prose goes to the model; what the text states in a form of its own is read offline, for nothing. */
const PROSE: ReadonlySet<Segment['kind']> = new Set(['sentence', 'list_item', 'footnote', 'definition']);

/**
 * The opt-in extractor: a model reads the prose, segment by segment, and returns verbatim quotes. Whatever it returns is
 * refused, and counted, unless it stands in the note. A failed request fails its segments only; they are asked again next time.
 */
export function createLlmExtractor(options: LlmExtractorOptions): Extractor {
  const { model } = options;
  const name = options.modelName ?? (typeof model === 'string' ? model : model.modelId);
  const service = createServiceWatch();
  return {
    name: 'llm',
    version: '1',
    model: name,
    incremental: true,
    parallelism: options.parallelism ?? 8,
    extract: (note, segments, { bytes, signal }) =>
      extractWithModel(note, segments, bytes, signal, options, service),
    estimate: (note, segments) => estimate(note, segments, options),
  };
}

async function extractWithModel(
  note: ParsedNote,
  asked: readonly number[],
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
  options: LlmExtractorOptions,
  service: ServiceWatch,
): Promise<Extraction> {
  const { prose, rest } = splitSegments(note, asked, options);
  const offline = extractSegments(note, rest, bytes);
  const maker = extractorLabel(createOfflineExtractor());
  const claims: ExtractedClaim[] = offline.claims.map((claim) => ({ ...claim, extractor: maker }));
  const gated = new Map(offline.gated);
  const failed = new Map<number, { readonly code: string; readonly reason: string }>();
  const refused: Record<string, number> = {};
  const usage = createUsage(options);
  const waiting = chunkSegments(note, prose, options.chunkBytes ?? 6000);
  for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
    try {
      service.assertWorthAsking();
      const answer = await askAboutChunk(note, chunk, signal, options, usage);
      service.heard();
      claims.push(...answer.claims);
      for (const [reason, count] of Object.entries(answer.refused))
        refused[reason] = (refused[reason] ?? 0) + count;
      const claimed = new Set(answer.claims.map((claim) => claim.segment));
      const silent = chunk.segments.filter((index) => !claimed.has(index));
      // What a reply that broke off says nothing of was not answered.
      if (answer.isCutOff && silent.length > 0) waiting.unshift(...askSmaller(note, chunk, silent));
      else for (const index of silent) gated.set(index, 'no_claim');
    } catch (error) {
      if (!MemoraError.isInstance(error)) throw error;
      service.failed(error);
      for (const index of chunk.segments) failed.set(index, { code: error.code, reason: error.message });
    }
  }
  return { claims, gated, failed, refused, usage: usage.total() };
}

/** What a broken-off reply left out, in smaller requests. Throws where that can't help. */
function askSmaller(note: ParsedNote, chunk: SegmentChunk, silent: readonly number[]): SegmentChunk[] {
  if (silent.length < chunk.segments.length) return splitChunk(note, silent, 1, chunk.halved);
  // Three times in half, and the model can't write as much as it would have to.
  if (chunk.segments.length > 1 && chunk.halved < 3) return splitChunk(note, silent, 2, chunk.halved + 1);
  const hint = 'Let the model write more at once, or use the offline extractor.';
  throw new MemoraError("The model's reply broke off.", { code: 'MODEL_CUT_OFF', hint });
}

/** One request, and one more with a correction where the reply can't be read or is mostly refused. */
async function askAboutChunk(
  note: ParsedNote,
  chunk: SegmentChunk,
  signal: AbortSignal | undefined,
  options: LlmExtractorOptions,
  usage: UsageMeter,
): Promise<ModelAnswer> {
  const prompt = buildPrompt(note, chunk, promptOptions(options));
  const call: CallOptions = {
    model: options.model,
    signal,
    timeoutMs: options.timeoutMs ?? 120_000,
    retries: options.retries ?? 4,
    backoffMs: options.backoffMs ?? 1000,
    onRequest: usage.onRequest,
  };
  usage.onSent(chunk.segments.length);
  const first = await callModel(prompt, call);
  usage.onTokens(first);
  const best = readAnswer(first, note, chunk);
  if (best === null && first.isCutOff) return { claims: [], refused: {}, isCutOff: true };
  if (best !== null && count(best.refused) <= best.claims.length) return best;
  const corrected = wire`${prompt}${correction(best === null ? 0 : count(best.refused), best === null)}`;
  const again = await callModel(corrected, call).catch((error: unknown) => {
    // What the first reply had is paid for and good; only what was refused of it is lost.
    if (best !== null && best.claims.length > 0) return null;
    throw error;
  });
  if (again === null) return best as NonNullable<typeof best>;
  usage.onTokens(again);
  usage.onRetry();
  const second = readAnswer(again, note, chunk);
  if (second === null && best === null) {
    const hint = 'Use a larger model, or the offline extractor.';
    throw new MemoraError('The model gave no readable reply.', { code: 'MODEL_UNREADABLE', hint });
  }
  if (best === null || (second !== null && second.claims.length > best.claims.length)) return second ?? best!;
  return best;
}

/** What stands of a reply. */
interface ModelAnswer {
  readonly claims: ExtractedClaim[];
  readonly refused: Record<string, number>;
  readonly isCutOff: boolean;
}

function readAnswer(
  { text, isCutOff }: ModelReply,
  note: ParsedNote,
  chunk: SegmentChunk,
): ModelAnswer | null {
  const reply = readRecords(text);
  if (reply === null) return null;
  const dates = noteDates(note);
  const claims: ExtractedClaim[] = [];
  const refused: Record<string, number> = {};
  if (reply.unreadable > 0) refused['unreadable'] = reply.unreadable;
  const seen = new Set<string>();
  for (const record of reply.records) {
    const grounded = groundRecord(record, note, chunk.segments);
    if ('refused' in grounded) {
      refused[grounded.refused] = (refused[grounded.refused] ?? 0) + 1;
      continue;
    }
    const { claim } = grounded;
    const key = JSON.stringify([claim.span, claim.subject, claim.predicate, claim.object]);
    if (seen.has(key)) continue;
    seen.add(key);
    const segment = note.segments[claim.segment] as Segment;
    const validity = findDate(segment.text) ?? dates.ofHeading(segment.headingPath) ?? dates.ofNote;
    claims.push({ ...claim, ...(validity ?? { validFrom: null, validUntil: null, precision: 'unknown' }) });
  }
  return { claims, refused, isCutOff: isCutOff || reply.isCutOff };
}

/** What the model may see of what was asked; all else is read offline, secret text for a cloud among it. */
function splitSegments(note: ParsedNote, asked: readonly number[], options: LlmExtractorOptions) {
  const prose: number[] = [];
  const rest: number[] = [];
  for (const index of asked) {
    const segment = note.segments[index] as Segment;
    const visible = visibilityOf(segment.band, options.place, options.policy ?? {}) === 'full';
    const isProse = PROSE.has(segment.kind) && /\p{L}{2}/u.test(segment.text);
    (visible && isProse ? prose : rest).push(index);
  }
  return { prose, rest };
}

function promptOptions(options: LlmExtractorOptions): PromptOptions {
  return { place: options.place, policy: options.policy ?? {} };
}

function count(refused: Readonly<Record<string, number>>): number {
  return Object.values(refused).reduce((sum, n) => sum + n, 0);
}

interface UsageMeter {
  readonly onRequest: (isRetry: boolean) => void;
  readonly onRetry: () => void;
  readonly onSent: (segments: number) => void;
  readonly onTokens: (tokens: { readonly inputTokens: number; readonly outputTokens: number }) => void;
  readonly total: () => ExtractionUsage;
}

function createUsage(options: LlmExtractorOptions): UsageMeter {
  const sum = { requests: 0, retries: 0, inputTokens: 0, outputTokens: 0, segmentsSent: 0 };
  return {
    onRequest: (isRetry) => {
      sum.requests++;
      if (isRetry) sum.retries++;
    },
    onRetry: () => {
      sum.retries++;
    },
    onSent: (segments) => {
      sum.segmentsSent += segments;
    },
    onTokens: ({ inputTokens, outputTokens }) => {
      sum.inputTokens += inputTokens;
      sum.outputTokens += outputTokens;
    },
    total: () => ({ ...sum, cost: costOf(sum, options), estimated: false }),
  };
}

function costOf(
  tokens: { inputTokens: number; outputTokens: number },
  options: LlmExtractorOptions,
): number | null {
  const { prices } = options;
  if (prices === undefined) return options.place === 'loopback' ? 0 : null;
  return (tokens.inputTokens * prices.input + tokens.outputTokens * prices.output) / 1_000_000;
}

/** Four bytes a token going out, sixty tokens a segment coming back: a first guess, said to be one. */
function estimate(note: ParsedNote, asked: readonly number[], options: LlmExtractorOptions): ExtractionUsage {
  const { prose } = splitSegments(note, asked, options);
  const chunks = chunkSegments(note, prose, options.chunkBytes ?? 6000);
  const bytes = chunks.reduce(
    (sum, chunk) =>
      sum + INSTRUCTIONS.length + Buffer.byteLength(buildPrompt(note, chunk, promptOptions(options))),
    0,
  );
  const tokens = { inputTokens: Math.ceil(bytes / 4), outputTokens: prose.length * 60 };
  const cost = costOf(tokens, options);
  return {
    requests: chunks.length,
    retries: 0,
    ...tokens,
    segmentsSent: prose.length,
    cost,
    estimated: true,
  };
}
