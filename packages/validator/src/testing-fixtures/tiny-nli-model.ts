import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Words the model knows, each with its weights for entailment, neutral and contradiction. */
const WORDS: readonly (readonly [string, number, number, number])[] = [
  ['[PAD]', 0, 0, 0],
  ['[UNK]', 0, 0.1, 0],
  ['[CLS]', 0, 0, 0],
  ['[SEP]', 0, 0, 0],
  ['tea', 1, 0, 0],
  ['is', 0.2, 0, 0],
  ['hot', 1, 0, 0],
  ['not', -3, 0, 9],
  ['maybe', 0, 30, 0],
  ['.', 0, 0, 0],
];

/**
 * Writes a real ONNX sequence classifier, small enough to be made by hand: logits are the sums of the words' weights
 * (Gather, ReduceSum). It knows nothing, but it loads, tokenises and runs as any model does.
 */
export async function writeTinyNliModel(
  folder: string,
  labels = ['entailment', 'neutral', 'contradiction'],
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  await Promise.all([
    writeFile(join(folder, 'onnx', 'model.onnx'), encodeModel()),
    json('config.json', {
      model_type: 'bert',
      architectures: ['BertForSequenceClassification'],
      id2label: Object.fromEntries(labels.map((label, i) => [String(i), label])),
      label2id: Object.fromEntries(labels.map((label, i) => [label, i])),
    }),
    json('tokenizer_config.json', {
      tokenizer_class: 'BertTokenizer',
      model_max_length: 128,
      do_lower_case: true,
      unk_token: '[UNK]',
      sep_token: '[SEP]',
      pad_token: '[PAD]',
      cls_token: '[CLS]',
    }),
    json('tokenizer.json', {
      version: '1.0',
      added_tokens: WORDS.slice(0, 4).map(([content], id) => ({
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
      post_processor: {
        type: 'TemplateProcessing',
        single: [special('[CLS]', 0), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]', 0)],
        pair: [
          special('[CLS]', 0),
          { Sequence: { id: 'A', type_id: 0 } },
          special('[SEP]', 0),
          { Sequence: { id: 'B', type_id: 1 } },
          special('[SEP]', 1),
        ],
        special_tokens: { '[CLS]': tokenOf('[CLS]', 2), '[SEP]': tokenOf('[SEP]', 3) },
      },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(WORDS.map(([word], id) => [word, id])),
      },
    }),
  ]);
}

function special(id: string, type: number) {
  return { SpecialToken: { id, type_id: type } };
}

function tokenOf(token: string, id: number) {
  return { id: token, ids: [id], tokens: [token] };
}

/** ModelProto: opset 13, one graph `logits = ReduceSum(Gather(weights, input_ids), axis 1)`. */
function encodeModel(): Uint8Array {
  const weights = new Float32Array(WORDS.flatMap(([, ...weight]) => weight));
  const graph = [
    field(1, node('Gather', ['weights', 'input_ids'], ['words'], [['axis', 0]])),
    field(1, node('ReduceSum', ['words', 'axes'], ['logits'], [['keepdims', 0]])),
    field(2, text('tiny')),
    field(5, tensor('weights', [WORDS.length, 3], 1, new Uint8Array(weights.buffer))),
    field(5, tensor('axes', [1], 7, new Uint8Array(new BigInt64Array([1n]).buffer))),
    field(11, valueInfo('input_ids', 7, ['batch', 'length'])),
    field(12, valueInfo('logits', 1, ['batch', 3])),
  ];
  return concat([
    number(1, 8),
    field(7, concat(graph)),
    field(8, concat([field(1, text('')), number(2, 13)])),
  ]);
}

function node(type: string, inputs: string[], outputs: string[], attributes: [string, number][]): Uint8Array {
  return concat([
    ...inputs.map((name) => field(1, text(name))),
    ...outputs.map((name) => field(2, text(name))),
    field(4, text(type)),
    ...attributes.map(([name, value]) =>
      field(5, concat([field(1, text(name)), number(3, value), number(20, 2)])),
    ),
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
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
