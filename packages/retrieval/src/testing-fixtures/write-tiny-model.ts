import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words the tiny model knows; each has a vector of its own, and `car` and `auto` share one. */
const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'car', 'auto', 'soup', 'boat', 'the', 'is', 'red'];
const DIMENSIONS = 8;

/**
 * Writes a real, if tiny, model folder as `@huggingface/transformers` reads it: a WordLevel tokenizer and an ONNX graph that
 * looks token vectors up (one Gather node).
 */
export function writeTinyModel(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json('config.json', {
    model_type: 'bert',
    hidden_size: DIMENSIONS,
    architectures: ['BertModel'],
    vocab_size: WORDS.length,
  });
  json('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 64,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
  });
  json('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: WORDS.slice(0, 4).map((content, id) => ({
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
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
      unk_token: '[UNK]',
    },
  });
  writeFileSync(join(folder, 'onnx', 'model.onnx'), onnxModel());
}

function wordVectors(): Float32Array {
  const vectors = new Float32Array(WORDS.length * DIMENSIONS);
  WORDS.forEach((word, row) => {
    const axis = (word === 'auto' ? WORDS.indexOf('car') : row) % DIMENSIONS;
    vectors[row * DIMENSIONS + axis] = 1;
  });
  return vectors;
}

// The few fields of ONNX's protobuf schema (onnx.proto3) that one Gather needs.
const FLOAT = 1;
const INT64 = 7;

function onnxModel(): Buffer {
  const weights = wordVectors();
  const node = message(
    [1, text('table')],
    [1, text('input_ids')],
    [2, text('last_hidden_state')],
    [4, text('Gather')],
  );
  const table = message(
    [1, varint(WORDS.length)],
    [1, varint(DIMENSIONS)],
    [2, varint(FLOAT)],
    [8, text('table')],
    [9, Buffer.from(weights.buffer)],
  );
  const graph = message(
    [1, node],
    [2, text('tiny')],
    [5, table],
    ...['input_ids', 'attention_mask', 'token_type_ids'].map(
      (name): Field => [11, valueInfo(name, INT64, ['batch', 'tokens'])],
    ),
    [12, valueInfo('last_hidden_state', FLOAT, ['batch', 'tokens', DIMENSIONS])],
  );
  const opset = message([1, text('')], [2, varint(13)]);
  return message([1, varint(8)], [7, graph], [8, opset]);
}

function valueInfo(name: string, type: number, dimensions: readonly (string | number)[]): Buffer {
  const shape = message(
    ...dimensions.map(
      (each): Field => [1, message(typeof each === 'string' ? [2, text(each)] : [1, varint(each)])],
    ),
  );
  return message([1, text(name)], [2, message([1, message([1, varint(type)], [2, shape])])]);
}

interface Varint {
  readonly varint: Buffer;
}
type Field = readonly [number, Buffer | Varint];

function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([field, value]) =>
      Buffer.isBuffer(value)
        ? [encodeVarint(field * 8 + 2), encodeVarint(value.length), value]
        : [encodeVarint(field * 8), value.varint],
    ),
  );
}

const text = (value: string) => Buffer.from(value);
const varint = (value: number): Varint => ({ varint: encodeVarint(value) });

function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.from(bytes);
}
