import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { RetrievalError } from '../retrieval-error.ts';
import type { Embedder } from './embedder.ts';

export interface HuggingFaceEmbedderOptions {
  /** A folder with `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model.onnx`. */
  readonly path: string;
  /** How token vectors are pooled into one; `mean` by default. */
  readonly pooling?: 'mean' | 'cls' | 'last_token';
  /** The prefix the model expects before a question or a text, e.g. `query: ` and `passage: `. */
  readonly prefix?: { readonly query?: string; readonly document?: string };
  /** The precision of the model file: `fp32` (`model.onnx`) by default, `q8` for `model_quantized.onnx`. */
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'q4';
}

/**
 * Opens an embedder over a model folder on this machine. Never contacts a hub, even if a file of the folder is missing.
 * Needs the peer `@huggingface/transformers`. Throws `MODEL_NOT_LOADED`.
 */
export async function openHuggingFaceEmbedder(options: HuggingFaceEmbedderOptions): Promise<Embedder> {
  const path = resolve(options.path);
  try {
    const { env, pipeline } = await import('@huggingface/transformers');
    env.allowRemoteModels = false;
    env.allowLocalModels = true;
    env.localModelPath = dirname(path);
    const extract = await pipeline('feature-extraction', basename(path), {
      local_files_only: true,
      dtype: options.dtype ?? 'fp32',
      device: 'cpu',
    });
    const { hidden_size: dimensions, transformers_version: version } = JSON.parse(
      await readFile(join(path, 'config.json'), 'utf8'),
    ) as { hidden_size: number; transformers_version?: string };
    const pooling = options.pooling ?? 'mean';
    return {
      id: `huggingface:${basename(path)}`,
      version: `${pooling}-${options.dtype ?? 'fp32'}-${version ?? '1'}`,
      dimensions,
      place: 'loopback',
      async embed(texts, { role }) {
        const prefix = options.prefix?.[role] ?? '';
        const output = await extract(
          texts.map((text) => prefix + text),
          { pooling, normalize: true },
        );
        return output.tolist() as number[][];
      },
    };
  } catch (cause) {
    throw new RetrievalError(`no embedding model could be loaded from ${path}`, {
      code: 'MODEL_NOT_LOADED',
      hint: 'Install @huggingface/transformers, and name a folder with config.json, tokenizer.json and onnx/model.onnx.',
      cause,
    });
  }
}
