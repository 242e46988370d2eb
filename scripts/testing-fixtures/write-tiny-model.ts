/**
 * Writes a real model folder as `@huggingface/transformers` reads it, but tiny: a tokenizer with some words,
 * and an ONNX graph that looks up their rows. The model has learned nothing, but it loads, tokenises and runs
 * like any other. It is for tests of packages that load such a folder. No package ships it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts of a tiny model. */
export interface TinyModel {
  /** `embedder`: the rows of the words, as `last_hidden_state`. `classifier`: their sums, as `logits`; takes two texts. */
  readonly kind: 'embedder' | 'classifier';
  /** Every word that it knows, with its row. The special words ({@link SPECIAL_WORDS}) come first. */
  readonly rows: readonly (readonly [string, readonly number[]])[];
  /** The fields of `config.json` other than the type of the model. */
  readonly config: Readonly<Record<string, unknown>>;
}

export const SPECIAL_WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'] as const;

/** Writes `config.json`, the tokenizer and `onnx/model.onnx` into a folder, which may not exist yet. */
export async function writeTinyModel(folder: string, model: TinyModel): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  await Promise.all([
    writeFile(join(folder, 'onnx', 'model.onnx'), encodeModel(model)),
    json('config.json', { model_type: 'bert', ...model.config }),
    json('tokenizer_config.json', {
      tokenizer_class: 'BertTokenizer',
      model_max_length: 128,
      do_lower_case: true,
      unk_token: '[UNK]',
      sep_token: '[SEP]',
      pad_token: '[PAD]',
      cls_token: '[CLS]',
    }),
    json('tokenizer.json', tokenizerOf(model)),
  ]);
}

function tokenizerOf({ kind, rows }: TinyModel) {
  const special = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const token = (id: string) => ({ id, ids: [SPECIAL_WORDS.indexOf(id as '[CLS]')], tokens: [id] });
  const one = [special('[CLS]', 0), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]', 0)];
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL_WORDS.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor:
      kind === 'embedder'
        ? null
        : {
            type: 'TemplateProcessing',
            single: one,
            pair: [...one, { Sequence: { id: 'B', type_id: 1 } }, special('[SEP]', 1)],
            special_tokens: { '[CLS]': token('[CLS]'), '[SEP]': token('[SEP]') },
          },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(rows.map(([word], id) => [word, id])),
    },
  };
}

// The few fields of ONNX's protobuf schema (onnx.proto3) that this needs.
const FLOAT = 1;
const INT64 = 7;

/** ModelProto: opset 13, one graph, `Gather(rows, input_ids)` and for a classifier `ReduceSum` over the words. */
function encodeModel({ kind, rows }: TinyModel): Uint8Array {
  const width = rows[0]?.[1].length ?? 0;
  const table = new Float32Array(rows.flatMap(([, row]) => row));
  const isEmbedder = kind === 'embedder';
  const inputs = isEmbedder ? ['input_ids', 'attention_mask', 'token_type_ids'] : ['input_ids'];
  const graph = [
    field(1, node('Gather', ['rows', 'input_ids'], isEmbedder ? 'last_hidden_state' : 'words', ['axis', 0])),
    ...(isEmbedder ? [] : [field(1, node('ReduceSum', ['words', 'axes'], 'logits', ['keepdims', 0]))]),
    field(2, text('tiny')),
    field(5, tensor('rows', [rows.length, width], FLOAT, new Uint8Array(table.buffer))),
    ...(isEmbedder
      ? []
      : [field(5, tensor('axes', [1], INT64, new Uint8Array(new BigInt64Array([1n]).buffer)))]),
    ...inputs.map((name) => field(11, valueInfo(name, INT64, ['batch', 'length']))),
    isEmbedder
      ? field(12, valueInfo('last_hidden_state', FLOAT, ['batch', 'length', width]))
      : field(12, valueInfo('logits', FLOAT, ['batch', width])),
  ];
  const opset = concat([field(1, text('')), number(2, 13)]);
  return concat([number(1, 8), field(7, concat(graph)), field(8, opset)]);
}

function node(type: string, inputs: string[], output: string, [name, value]: [string, number]): Uint8Array {
  return concat([
    ...inputs.map((each) => field(1, text(each))),
    field(2, text(output)),
    field(4, text(type)),
    field(5, concat([field(1, text(name)), number(3, value), number(20, 2)])),
  ]);
}

function tensor(name: string, dims: number[], type: number, raw: Uint8Array): Uint8Array {
  return concat([
    ...dims.map((size) => number(1, size)),
    number(2, type),
    field(8, text(name)),
    field(9, raw),
  ]);
}

function valueInfo(name: string, type: number, dims: (string | number)[]): Uint8Array {
  const shape = dims.map((size) =>
    field(1, typeof size === 'number' ? number(1, size) : field(2, text(size))),
  );
  return concat([
    field(1, text(name)),
    field(2, field(1, concat([number(1, type), field(2, concat(shape))]))),
  ]);
}

function field(id: number, bytes: Uint8Array): Uint8Array {
  return concat([varint((id << 3) | 2), varint(bytes.length), bytes]);
}

function number(id: number, value: number): Uint8Array {
  return concat([varint(id << 3), varint(value)]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return new Uint8Array([...bytes, rest]);
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
