import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
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
    const extract = await inTurn(() => loadModel(path, options.dtype ?? 'fp32'));
    const config = await readFile(join(path, 'config.json'));
    const {
      hidden_size,
      d_model,
      dim,
      n_embd,
      transformers_version: version,
    } = JSON.parse(config.toString('utf8')) as Readonly<Record<string, unknown>>;
    const dimensions = Number(hidden_size ?? d_model ?? dim ?? n_embd);
    if (!Number.isInteger(dimensions) || dimensions < 1) throw new Error('config.json names no width');
    const pooling = options.pooling ?? 'mean';
    return {
      // Folders of different models often have the same name, such as `onnx`.
      id: `huggingface:${basename(path)}-${await digestModel(path, config)}`,
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

/**
 * Distinguishes models whose folders have the same name: by the settings, and by the length and the last
 * bytes of each weights file.
 */
async function digestModel(path: string, config: Buffer): Promise<string> {
  const hash = createHash('sha256').update(config);
  for (const name of (await readdir(join(path, 'onnx'))).sort()) {
    const file = openSync(join(path, 'onnx', name), 'r');
    try {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, DIGESTED_BYTES));
      readSync(file, end, 0, end.length, size - end.length);
      hash.update(`${name} ${size}`).update(end);
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('hex').slice(0, 8);
}

const DIGESTED_BYTES = 1_048_576;

async function loadModel(path: string, dtype: NonNullable<HuggingFaceEmbedderOptions['dtype']>) {
  const { env, pipeline } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = dirname(path);
  return pipeline('feature-extraction', basename(path), { local_files_only: true, dtype, device: 'cpu' });
}

let last: Promise<unknown> = Promise.resolve();

/** Loads models one after the other: the folder that the library reads from is a setting of the whole process. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const own = last.then(work);
  last = own.catch(() => undefined);
  return own;
}
