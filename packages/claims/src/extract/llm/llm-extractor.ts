import { MemoraError, type SdkModel } from '@memora/core';
import type { VisibilityPolicy, WirePlace } from '@memora/privacy';
import { visibilityOf, wire } from '@memora/privacy';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type {
  ExtractedClaim,
  Extraction,
  ExtractionContext,
  Extractor,
  KnownNames,
  Refusal,
} from '../../model/extractor.ts';
import { extractorLabel } from '../../model/extractor.ts';
import type { ExtractionUsage } from '../../model/index-report.ts';
import { createOfflineExtractor, extractSegments } from '../offline/offline-extractor.ts';
import { buildPrompt, correction, INSTRUCTIONS, type PromptOptions } from './build-prompt.ts';
import { type CallOptions, callModel, type ModelReply } from './call-model.ts';
import { chunkSegments, type SegmentChunk, splitChunk } from './chunk-segments.ts';
import { createDatesOf } from './dates-of-segment.ts';
import { groundRecord, wordsIn } from './ground-record.ts';
import { readRecords } from './read-records.ts';
import { createServiceWatch, type ServiceWatch } from './service-watch.ts';

export interface LlmExtractorOptions {
  /** Any AI SDK model. Build it with the egress's `fetch`, so that its requests pass the egress guard. */
  readonly model: SdkModel;
  /** Where the model runs. It decides which bands the model may see. `door.placeOf(destination)` returns it. */
  readonly place: WirePlace;
  readonly policy?: VisibilityPolicy;
  /** The model name in claims; the model's own id by default. */
  readonly modelName?: string;
  /** Number of notes processed at once; 8 by default. */
  readonly parallelism?: number;
  /** Maximum bytes of text in one request; 14,000 by default. */
  readonly chunkBytes?: number;
  /** How often a transient failure is retried; 4 by default. */
  readonly retries?: number;
  /** The first wait before a retry, in milliseconds; 1,000 by default. */
  readonly backoffMs?: number;
  /** Timeout of one request, in milliseconds; 120,000 by default. */
  readonly timeoutMs?: number;
}

/** The model reads prose; structured text is read offline, at no cost. */
const PROSE: ReadonlySet<Segment['kind']> = new Set(['sentence', 'list_item', 'footnote', 'definition']);

/**
 * Creates the opt-in extractor: a model reads the prose segment by segment and returns verbatim quotes. Records that do not match the note are refused, counted
 * and kept. Segments that the model skips or fails on keep their offline claims; a failed request is retried in the next run.
 */
export function createLlmExtractor(options: LlmExtractorOptions): Extractor {
  const { model } = options;
  const name = options.modelName ?? (typeof model === 'string' ? model : model.modelId);
  const service = createServiceWatch();
  return {
    name: 'llm',
    // Raise this whenever the rules for refusing a record change: notes judged by the old rules are then sent again.
    version: '3',
    model: name,
    incremental: true,
    parallelism: options.parallelism ?? 8,
    extract: (note, segments, context) => extractWithModel(note, segments, context, options, service),
    estimate: (note, segments) => estimate(note, segments, options),
  };
}

async function extractWithModel(
  note: ParsedNote,
  asked: readonly number[],
  { bytes, signal, known }: ExtractionContext,
  options: LlmExtractorOptions,
  service: ServiceWatch,
): Promise<Extraction> {
  const { prose, rest } = splitSegments(note, asked, options);
  const offline = extractSegments(note, rest, bytes);
  const maker = extractorLabel(createOfflineExtractor());
  const claims: ExtractedClaim[] = offline.claims.map((claim) => ({ ...claim, extractor: maker }));
  const gated = new Map(offline.gated);
  const fallback = extractSegments(note, prose, bytes);
  const keepOffline = (index: number): boolean => {
    const own = fallback.claims.filter(({ segment }) => segment === index);
    for (const claim of own) claims.push({ ...claim, extractor: maker });
    return own.length > 0;
  };
  const failed = new Map<number, { readonly code: string; readonly reason: string }>();
  const refused: Record<string, number> = {};
  const refusals: Refusal[] = [];
  const usage = createUsage();
  const waiting = chunkSegments(note, prose, options.chunkBytes ?? MOST_BYTES);
  for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
    try {
      service.assertWorthAsking();
      const answer = await askAboutChunk(note, chunk, { signal, known }, options, usage);
      service.heard();
      claims.push(...answer.claims);
      for (const [reason, count] of Object.entries(answer.refused))
        refused[reason] = (refused[reason] ?? 0) + count;
      refusals.push(...answer.refusals);
      const claimed = new Set(answer.claims.map((claim) => claim.segment));
      const silent = chunk.segments.filter((index) => !claimed.has(index));
      // A truncated reply did not answer the segments that it does not mention.
      if (answer.isCutOff && silent.length > 0) waiting.unshift(...askSmaller(note, chunk, silent));
      else
        for (const index of silent)
          if (!keepOffline(index)) gated.set(index, fallback.gated.get(index) ?? 'no_claim');
    } catch (error) {
      if (!MemoraError.isInstance(error)) throw error;
      service.failed(error);
      for (const index of chunk.segments) {
        if (error.code !== 'ABORTED') keepOffline(index);
        failed.set(index, { code: error.code, reason: error.message });
      }
    }
  }
  return { claims, gated, failed, refused, refusals, usage: usage.total() };
}

/** Asks about the part that a truncated reply left out, in smaller requests. Throws if that can't help. */
function askSmaller(note: ParsedNote, chunk: SegmentChunk, silent: readonly number[]): SegmentChunk[] {
  if (silent.length < chunk.segments.length) return splitChunk(note, silent, 1, chunk.halved);
  // After three halvings the reply still does not fit the model's output limit.
  if (chunk.segments.length > 1 && chunk.halved < 3) return splitChunk(note, silent, 2, chunk.halved + 1);
  const hint = 'Let the model write more at once, or use the offline extractor.';
  throw new ClaimsError("The model's reply broke off.", { code: 'MODEL_CUT_OFF', hint });
}

/** Sends one request, and a second one with a correction if the reply can't be read. */
async function askAboutChunk(
  note: ParsedNote,
  chunk: SegmentChunk,
  { signal, known }: { readonly signal: AbortSignal | undefined; readonly known: KnownNames | undefined },
  options: LlmExtractorOptions,
  usage: UsageMeter,
): Promise<ModelAnswer> {
  const prompt = buildPrompt(note, chunk, promptOptions(options, known));
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
  const read = readAnswer(first, note, chunk, known);
  if (read !== null) return read;
  if (first.isCutOff) return { claims: [], refused: {}, refusals: [], isCutOff: true };
  const again = await callModel(wire`${prompt}${correction()}`, call);
  usage.onTokens(again);
  usage.onRetry();
  const second = readAnswer(again, note, chunk, known);
  if (second !== null) return second;
  const hint = 'Use a larger model, or the offline extractor.';
  throw new ClaimsError('The model gave no readable reply.', { code: 'MODEL_UNREADABLE', hint });
}

/** The accepted part of a reply. */
interface ModelAnswer {
  readonly claims: ExtractedClaim[];
  readonly refused: Record<string, number>;
  readonly refusals: readonly Refusal[];
  readonly isCutOff: boolean;
}

function readAnswer(
  { text, isCutOff }: ModelReply,
  note: ParsedNote,
  chunk: SegmentChunk,
  known: KnownNames | undefined,
): ModelAnswer | null {
  const reply = readRecords(text);
  if (reply === null) return null;
  const claims: ExtractedClaim[] = [];
  const refusals: Refusal[] = [];
  const refused: Record<string, number> = {};
  if (reply.unreadable > 0) refused['unreadable'] = reply.unreadable;
  const seen = new Set<string>();
  const { segments: numbered } = chunk;
  const grounds = { note, numbered, words: wordsShown(note, chunk, known), datesOf: createDatesOf(note) };
  for (const record of reply.records.slice(0, MOST_RECORDS)) {
    const grounded = groundRecord(record, grounds);
    if ('refused' in grounded) {
      const { segment, refused: reason } = grounded;
      refused[reason] = (refused[reason] ?? 0) + 1;
      const { quote, subject, predicate: relation, object } = record;
      refusals.push({ segment, reason, quote, subject, relation, object });
      continue;
    }
    const { claim } = grounded;
    const key = JSON.stringify([claim.span, claim.subject, claim.predicate, claim.object]);
    if (seen.has(key)) continue;
    seen.add(key);
    claims.push(claim);
  }
  const left = reply.records.length - MOST_RECORDS;
  if (left > 0) refused['too_many'] = left;
  return { claims, refused, refusals, isCutOff: isCutOff || reply.isCutOff };
}

/** A longer list is a repetition. */
const MOST_RECORDS = 500;
const MOST_BYTES = 14_000;

/** Returns the words that may name a subject: the text shown to the model, the note's names and its speakers. */
function wordsShown(
  note: ParsedNote,
  { segments, before }: SegmentChunk,
  known: KnownNames | undefined,
): ReadonlySet<string> {
  const shown = [...segments, ...(before === null ? [] : [before])].flatMap((index) => {
    const { text, headingPath, turn, parent } = note.segments[index] as Segment;
    const above = parent === null ? undefined : note.segments[parent];
    return [text, ...headingPath, turn?.name ?? turn?.role ?? '', above?.text ?? ''];
  });
  const names = [note.title, note.path, ...note.frontmatter.aliases, ...(known?.entities ?? [])];
  return wordsIn([...names, ...shown].map((text) => toPlainText(text)).join('\n'));
}

/** Selects the segments that the model may see. The others, such as secret text for a cloud model, are read offline. */
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

function promptOptions(options: LlmExtractorOptions, known?: KnownNames): PromptOptions {
  return { place: options.place, policy: options.policy ?? {}, known };
}

interface UsageMeter {
  readonly onRequest: (isRetry: boolean) => void;
  readonly onRetry: () => void;
  readonly onSent: (segments: number) => void;
  readonly onTokens: (tokens: { readonly inputTokens: number; readonly outputTokens: number }) => void;
  readonly total: () => ExtractionUsage;
}

function createUsage(): UsageMeter {
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
    total: () => ({ ...sum, estimated: false }),
  };
}

/** A rough estimate, labelled as one: four bytes per input token, sixty output tokens per segment. */
function estimate(note: ParsedNote, asked: readonly number[], options: LlmExtractorOptions): ExtractionUsage {
  const { prose } = splitSegments(note, asked, options);
  const chunks = chunkSegments(note, prose, options.chunkBytes ?? MOST_BYTES);
  const bytes = chunks.reduce(
    (sum, chunk) =>
      sum + INSTRUCTIONS.length + Buffer.byteLength(buildPrompt(note, chunk, promptOptions(options))),
    0,
  );
  return {
    requests: chunks.length,
    retries: 0,
    inputTokens: Math.ceil(bytes / 4),
    outputTokens: prose.length * 60,
    segmentsSent: prose.length,
    estimated: true,
  };
}
