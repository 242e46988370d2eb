import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Extraction } from '@memora/claims';
import { createLlmExtractor } from '@memora/claims/llm';
import { findSegment, type SegmentLabel } from '@memora/claims/testing';
import { type ParsedNote, parseNote } from '@memora/vault';

/** The claims that a model's extractor makes from labelled segments. */
export interface AskedModel {
  /** Returns the extraction of a note in the form that `scoreExtraction` expects. */
  readonly extract: (note: ParsedNote, bytes: Uint8Array) => Extraction;
  /** Number of segments for which the model returned nothing, because a request failed. */
  readonly failed: number;
}

/** The model that `--model` names, at `MEMORA_BENCH_MODEL_URL`; by default at this machine's Ollama. */
export function openBenchModel(name: string) {
  const baseURL = process.env['MEMORA_BENCH_MODEL_URL'] ?? 'http://127.0.0.1:11434/v1';
  return createOpenAICompatible({ name: 'bench', baseURL, supportsStructuredOutputs: true })(name);
}

/** Calls a model only for the labelled segments, note by note. */
export async function askModel(
  labels: readonly SegmentLabel[],
  vaults: string,
  model: ReturnType<typeof openBenchModel>,
): Promise<AskedModel> {
  const extractor = createLlmExtractor({ model, place: 'loopback', retries: 1, backoffMs: 100 });
  const made = new Map<string, Extraction>();
  let failed = 0;
  for (const [file, about] of Map.groupBy(labels, ({ vault, path }) => join(vaults, vault, path))) {
    const bytes = readFileSync(file);
    const note = parseNote(bytes, { path: about[0]?.path ?? file });
    const asked = [...new Set(about.map((label) => findSegment(note, label)).filter((index) => index >= 0))];
    const extraction = await extractor.extract(note, asked, { bytes });
    failed += extraction.failed.size;
    made.set(keyOf(note, bytes), extraction);
  }
  const extract = (note: ParsedNote, bytes: Uint8Array): Extraction => {
    const found = made.get(keyOf(note, bytes));
    if (found === undefined) throw new TypeError('a note of the labels was not asked about');
    return found;
  };
  return { extract, failed };
}

/** Notes of two vaults may have the same path. */
function keyOf({ path }: ParsedNote, bytes: Uint8Array): string {
  return `${bytes.length} ${path}`;
}
