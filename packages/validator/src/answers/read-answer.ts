import type { Answer, ProviderCitation, ProviderSource } from '../contract/answer.ts';
import { ValidatorError } from '../contract/validator-error.ts';
import { toUtf16 } from './inspect-passage.ts';

/** The text of an answer and its separate citations, in order. */
interface ReadAnswer {
  readonly text: string;
  readonly citations: readonly ProviderCitation[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts any answer to one form. Offsets of Anthropic and OpenAI count Unicode code points and are converted to UTF-16.
 * Throws `MemoraError` `INVALID_ANSWER` if no text is found.
 */
export function readAnswer(answer: Answer): ReadAnswer {
  if (typeof answer === 'string') return { text: answer, citations: [] };
  const parts = partsOf(answer);
  if (parts === null) {
    throw new ValidatorError('the answer has no text that can be read', {
      code: 'INVALID_ANSWER',
      hint: 'Pass a string, or what the AI SDK, Anthropic or OpenAI gave you.',
    });
  }
  let text = '';
  const citations: ProviderCitation[] = [];
  for (const part of parts) {
    const type = stringOf(part['type']) ?? 'text';
    const own = stringOf(part['text']);
    if (own !== null && (type === 'text' || type === 'output_text')) {
      const start = text.length;
      text += own;
      for (const cited of listOf(part['citations'])) citations.push(readAnthropic(cited, text.length));
      for (const note of listOf(part['annotations'])) citations.push(...readOpenAi(note, own, start));
    } else if (type.startsWith('source')) citations.push(readSource(part, text.length));
  }
  return { text, citations: citations.sort((a, b) => a.start - b.start) };
}

/** Returns the parts of any kind of message, or `null` if it is not one. */
function partsOf(answer: unknown): Fields[] | null {
  if (Array.isArray(answer)) return listOf(answer);
  if (!isFields(answer)) return null;
  const { content, parts, choices, output, text, message } = answer;
  if (Array.isArray(output)) {
    return listOf(output).flatMap((item) => (item['type'] === 'message' ? listOf(item['content']) : []));
  }
  if (Array.isArray(choices)) return partsOf(listOf(choices)[0]?.['message']);
  if (isFields(message)) return partsOf(message);
  if (typeof content === 'string')
    return [{ type: 'text', text: content, annotations: answer['annotations'] }];
  if (Array.isArray(content)) return listOf(content);
  if (Array.isArray(parts)) return listOf(parts);
  if (typeof text === 'string') return [{ type: 'text', text }];
  return null;
}

function readAnthropic(cited: Fields, at: number): ProviderCitation {
  const source = sourceOf(cited);
  const isCharacters = cited['type'] === 'char_location';
  return {
    start: at,
    end: at,
    claimId: claimIn(source),
    source,
    quote: stringOf(cited['cited_text']),
    characters: isCharacters ? rangeOf(cited['start_char_index'], cited['end_char_index']) : null,
  };
}

function readOpenAi(note: Fields, text: string, offset: number): ProviderCitation[] {
  const nested = note['url_citation'] ?? note['file_citation'];
  const cited = isFields(nested) ? nested : note;
  if (!String(note['type']).endsWith('citation')) return [];
  const placeOf = (index: number) => offset + toUtf16(text, index);
  const range = rangeOf(cited['start_index'], cited['end_index']);
  const index = numberOf(cited['index']);
  const end = range !== null ? placeOf(range.end) : index !== null ? placeOf(index) : offset + text.length;
  const start = range === null ? end : placeOf(range.start);
  const mark = text.slice(start - offset, end - offset).trim();
  const isMark = /^[[(【（].*[\])】）]$/su.test(mark);
  const source = sourceOf(cited);
  return [
    {
      start: isMark ? start : end,
      end,
      claimId: claimIn(source),
      source,
      quote: stringOf(cited['quote']),
      characters: null,
    },
  ];
}

/** Reads a source part of the AI SDK, whose metadata contains the provider's data. */
function readSource(part: Fields, at: number): ProviderCitation {
  const metadata = isFields(part['providerMetadata'])
    ? Object.values(part['providerMetadata']).find(isFields)
    : undefined;
  const source = sourceOf({ ...metadata, ...part });
  return {
    start: at,
    end: at,
    claimId: claimIn(source),
    source,
    quote: stringOf(metadata?.['citedText']),
    characters: rangeOf(metadata?.['startCharIndex'], metadata?.['endCharIndex']),
  };
}

function sourceOf(cited: Fields): ProviderSource {
  const first = (...names: string[]) =>
    names.map((name) => stringOf(cited[name])).find((value) => value !== null) ?? null;
  return {
    title: first('document_title', 'title'),
    url: first('source', 'url'),
    filename: first('filename'),
    fileId: first('file_id', 'sourceId', 'id'),
    documentIndex: numberOf(cited['document_index'] ?? cited['search_result_index']),
  };
}

/** Finds `claim:<id>` or `memora://claim/<id>` in any field in which a provider returns a name. */
function claimIn(source: ProviderSource): string | null {
  for (const name of [source.url, source.fileId, source.filename, source.title]) {
    const id = /(?:^|[/\s])claim[:/]\s*([0-9a-z]{16})$/iu.exec(name ?? '')?.[1];
    if (id !== undefined) return id.toLowerCase();
  }
  return null;
}

function rangeOf(start: unknown, end: unknown): { start: number; end: number } | null {
  const from = numberOf(start);
  const to = numberOf(end);
  return from !== null && to !== null && from <= to ? { start: from, end: to } : null;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
