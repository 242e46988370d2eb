import { ingestError } from '../ingest-error.ts';
import { decodeText } from '../text/decode-text.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

/** Jupyter notebooks: text, code and printed output, cell by cell. */
export const reader: FormatReader = {
  extractor: 'memora-notebook@1',
  read: async ({ bytes }) => {
    const { text } = await decodeText(bytes);
    const book = parse(text);
    const language = textOf(objectOf(objectOf(book['metadata'])['language_info'])['name']) || 'python';
    const cells = listOf(book['cells'] ?? objectOf(listOf(book['worksheets'])[0])['cells']);
    const blocks: DocumentBlock[] = [];
    let title: string | undefined;
    for (const [i, each] of cells.entries()) {
      const cell = objectOf(each);
      const at = `cell ${i + 1}`;
      const source = textOf(cell['source'] ?? cell['input']).replace(/\s+$/u, '');
      const kind = cell['cell_type'];
      if (kind === 'markdown' || kind === 'heading') {
        const markdown = kind === 'heading' ? `# ${source}` : source.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1');
        title ??= /^#{1,2}\s+(.+)$/m.exec(markdown)?.[1];
        if (markdown.trim() !== '') blocks.push({ text: markdown, at });
      } else if (kind === 'code') {
        if (source !== '') blocks.push({ text: fence(source, language), at });
        for (const output of listOf(cell['outputs'])) {
          const printed = printedBy(objectOf(output));
          if (printed !== '') blocks.push({ text: fence(printed, ''), at });
        }
      }
    }
    return { ...(title === undefined ? {} : { title }), blocks };
  },
};

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text));
  } catch (error) {
    throw ingestError('DOCUMENT_DAMAGED', 'The notebook is not JSON.', { cause: error });
  }
}

/** The output or result of a cell as text; pictures and HTML are left out. */
function printedBy(output: Readonly<Record<string, unknown>>): string {
  if (output['output_type'] === 'error') return '';
  const text = textOf(output['text'] ?? objectOf(output['data'])['text/plain']);
  return text.replace(/\x1b\[[\d;]*m/g, '').replace(/\s+$/u, '');
}

function fence(code: string, language: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}${/^[\w+#-]{0,20}$/.test(language) ? language : ''}\n${code}\n${ticks}`;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : listOf(value)
        .filter((each) => typeof each === 'string')
        .join('');
}
