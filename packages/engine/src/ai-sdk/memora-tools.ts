import { jsonSchema } from 'ai';
import { type AnswerJson, type HitJson, toAnswerJson, toHitJson } from '../json/to-answer-json.ts';
import { toVerifyJson, type VerifyJson } from '../json/to-verify-json.ts';
import { type AskableMemory, refreshFirst } from './askable-memory.ts';
import { type CaptureInput, type CaptureOutput, type CapturingMemory, captureTool } from './capture-tool.ts';
import { type Executable, executable } from './executable.ts';

/** A model's input for a question. Dates are ISO 8601. */
export interface QueryInput {
  readonly query: string;
  readonly k?: number;
  readonly as_of?: string;
  readonly known_at?: string;
  readonly region?: string;
  readonly conversations?: boolean;
}

const querySchema = jsonSchema<QueryInput>({
  type: 'object',
  properties: {
    query: { type: 'string', description: 'what to search for, in words of the notes' },
    k: { type: 'integer', minimum: 1, maximum: 50, description: 'how many claims' },
    as_of: { type: 'string', description: 'a date such as 2026-03-05: what was true then' },
    known_at: { type: 'string', description: 'a date: what the notes said then' },
    region: { type: 'string', description: 'only notes of this folder' },
    conversations: { type: 'boolean', description: 'true: search conversations too' },
  },
  required: ['query'],
  additionalProperties: false,
});

/** A model finds no secret claim: a match would reveal a word of it. */
const SHOWN_BANDS = ['public', 'private'] as const;

/** The claims that `memora_query` found. */
export interface QueryOutput {
  readonly hits: readonly HitJson[];
  /** Paths of notes that have changed since they were indexed. */
  readonly behind: readonly string[];
  readonly degraded: boolean;
  readonly degraded_reasons: readonly string[];
}

/** The tools of a memory, typed by their inputs and outputs. A type alias, because the SDK's `ToolSet` accepts no interface. */
export type MemoraTools = {
  readonly memora_query: Executable<QueryInput, QueryOutput>;
  readonly memora_query_cited: Executable<QueryInput, AnswerJson>;
  readonly memora_verify_answer: Executable<{ readonly text: string }, VerifyJson>;
};

/** The same with the tool that writes notes. */
export type CapturingTools = MemoraTools & {
  readonly memora_capture: Executable<CaptureInput, CaptureOutput>;
};

/** Options of `memoraTools`. */
export interface MemoraToolsOptions {
  /** True adds `memora_capture`: the model may write new notes. Their claims are an agent's and have less trust than a person's. */
  readonly capture?: boolean;
}

/**
 * Returns the memory as AI SDK tools: `memora_query`, `memora_query_cited`, `memora_verify_answer`, and with `capture` also `memora_capture`. Results of tools
 * go to a model, so the words of secret claims are `[redacted]` in them.
 */
export function memoraTools(
  memory: AskableMemory & CapturingMemory,
  options: MemoraToolsOptions & { readonly capture: true },
): CapturingTools;
export function memoraTools(
  memory: AskableMemory,
  options?: MemoraToolsOptions & { readonly capture?: false },
): MemoraTools;
export function memoraTools(
  memory: AskableMemory & Partial<CapturingMemory>,
  { capture = false }: MemoraToolsOptions = {},
): MemoraTools | CapturingTools {
  const tools = askingTools(memory);
  if (!capture) return tools;
  if (memory.capture === undefined) throw new TypeError('this memory writes no notes: leave `capture` out');
  return { ...tools, memora_capture: captureTool({ capture: memory.capture }) };
}

function askingTools(memory: AskableMemory): MemoraTools {
  return {
    memora_query: executable<QueryInput, QueryOutput>({
      description:
        'Find claims in the notes. Cite a claim as [claim:<claim_id>] after every sentence that it supports.',
      inputSchema: querySchema,
      execute: async (input, { abortSignal }) => {
        await refreshFirst(memory, abortSignal);
        const { hits, behind, degraded, degradedReasons } = await memory.passages(input.query, {
          ...toOptions(input, abortSignal),
          bands: SHOWN_BANDS,
        });
        return {
          hits: hits.map((hit) => toHitJson(hit)),
          behind,
          degraded,
          degraded_reasons: degradedReasons,
        };
      },
    }),
    memora_query_cited: executable<QueryInput, AnswerJson>({
      description: 'Answer a question in the words of the notes; every citation was re-read and re-hashed.',
      inputSchema: querySchema,
      execute: async (input, { abortSignal }) => {
        await refreshFirst(memory, abortSignal);
        const options = { ...toOptions(input, abortSignal), bands: SHOWN_BANDS, useModel: false };
        return toAnswerJson(await memory.ask(input.query, options));
      },
    }),
    memora_verify_answer: executable<{ readonly text: string }, VerifyJson>({
      description:
        'Check every [claim:…] citation of a draft before it is shown; clean_text is what remains.',
      inputSchema: jsonSchema<{ readonly text: string }>({
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      }),
      execute: async ({ text }, { abortSignal }) =>
        toVerifyJson(await memory.verify(text, abortSignal === undefined ? {} : { signal: abortSignal })),
    }),
  };
}

function toOptions(
  { k, as_of, known_at, region, conversations }: QueryInput,
  signal: AbortSignal | undefined,
) {
  return {
    ...(k === undefined ? {} : { k }),
    ...(as_of === undefined && known_at === undefined
      ? {}
      : {
          asOf: {
            ...(as_of === undefined ? {} : { valid: as_of }),
            ...(known_at === undefined ? {} : { known: known_at }),
          },
        }),
    ...(region === undefined ? {} : { region }),
    ...(conversations === undefined ? {} : { conversations }),
    ...(signal === undefined ? {} : { signal }),
  };
}
