import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { segmentSentences } from '@memora/language/sentences';

/** A source text of the benchmark and the sentences that quotes are taken from. */
export interface SourceText {
  readonly name: string;
  /** Two letters; `xx` if a set mixes languages. */
  readonly language: string;
  readonly text: string;
  readonly sentences: readonly { readonly start: number; readonly end: number }[];
}

/** Sources longer than this are cut at a paragraph, because the baseline compares every token of the source with the quote. */
const MAX_SOURCE = 8000;

/** The folder of the third-party data, or `null` if it is missing. */
export function dataFolder(): string | null {
  const folder =
    process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
  return existsSync(join(folder, 'citation')) ? folder : null;
}

/** Real texts of four kinds (abstracts, articles, notes, sentences) in a dozen languages. */
export function loadTexts(data: string): SourceText[] {
  return [...abstracts(data), ...articles(data), ...notes(data), ...sentenceLists(data)].filter(
    ({ sentences }) => sentences.length >= 4,
  );
}

/** One JSON value per line. */
export function readJsonLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

function abstracts(data: string): SourceText[] {
  return readJsonLines<{ doc_id: number; title: string; abstract: string[] }>(
    join(data, 'retrieval/scifact/corpus.jsonl'),
  )
    .slice(0, 1200)
    .map(({ doc_id, title, abstract }) =>
      toSource(`scifact/${doc_id}`, 'en', `${title}\n\n${abstract.join(' ')}`),
    );
}

function articles(data: string): SourceText[] {
  const wice = readJsonLines<{ evidence: string[]; meta: { id: string } }>(
    join(data, 'citation/wice/dev.jsonl'),
  ).map(({ evidence, meta }) => toSource(`wice/${meta.id}`, 'en', evidence.join('\n\n')));
  const timeqa = JSON.parse(
    readFileSync(join(data, 'temporal/timeqa/human_annotated_test.json'), 'utf8'),
  ) as { index: string; paras: string[] }[];
  return [...wice, ...timeqa.map(({ index, paras }) => toSource(`timeqa${index}`, 'en', paras.join('\n\n')))];
}

function notes(data: string): SourceText[] {
  const sources: SourceText[] = [];
  for (const folder of [
    'kepano',
    'foam/docs',
    'obsidian-tasks/docs',
    'logseq-docs/pages',
    'art-of-command-line',
  ]) {
    const root = join(data, 'vaults', folder);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    for (const file of files.sort()) {
      const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
      const language = /README-([a-z]{2})/.exec(file)?.[1] ?? 'en';
      const step = 2;
      for (let part = 0; part < step; part++) {
        const from = paragraphAt(text, part * MAX_SOURCE);
        if (from < text.length)
          sources.push(toSource(`${folder}/${file}#${part}`, language, text.slice(from)));
      }
    }
  }
  return sources;
}

function sentenceLists(data: string): SourceText[] {
  return ['en', 'de', 'ja', 'ru', 'zh'].flatMap((language) => {
    const lines = readFileSync(join(data, `sts/stsb-${language}-dev.csv`), 'utf8')
      .split('\n')
      .map((line) => /^"?(.+?)"?,/.exec(line)?.[1] ?? '')
      .filter((line, i, all) => line !== '' && all.indexOf(line) === i);
    const chunks: SourceText[] = [];
    for (let i = 0; i + 25 <= lines.length; i += 25) {
      chunks.push(toSource(`sts-${language}/${i}`, language, lines.slice(i, i + 25).join('\n\n')));
    }
    return chunks;
  });
}

function paragraphAt(text: string, at: number): number {
  if (at === 0 || at >= text.length) return at;
  const next = text.indexOf('\n\n', at);
  return next === -1 ? text.length : next + 2;
}

/** A text with the sentences that cases may be made from. */
export function toSource(name: string, language: string, whole: string): SourceText {
  const text = whole.length <= MAX_SOURCE ? whole : whole.slice(0, paragraphAt(whole, MAX_SOURCE - 500));
  const kept = text.slice(0, MAX_SOURCE);
  return { name, language, text: kept, sentences: sentencesOf(kept) };
}

/** Sentences of plain paragraphs: no code, tables, headings or frontmatter, which nobody quotes as a sentence. */
function sentencesOf(text: string): { start: number; end: number }[] {
  const sentences: { start: number; end: number }[] = [];
  const body = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0].length ?? 0;
  let fenced = false;
  const visible = text.replace(/<!--[\s\S]*?-->/g, (comment) => '\n'.repeat(comment.length));
  for (const match of visible.matchAll(/[^\n]+(?:\n(?!\s*\n)[^\n]+)*/g)) {
    if (match.index < body) continue;
    const block = match[0];
    if (/^\s*(?:```|~~~)/.test(block)) fenced = !/\n\s*(?:```|~~~)\s*$/.test(block) && !fenced;
    if (fenced || /(?:^|\n)\s*(?:[#|>`~<]|\d+[.)]|[-*+]\s|!?\[!?\[|\(meta data\))|\s{3,}|`|\|/.test(block))
      continue;
    const ranges = segmentSentences(block);
    for (const { start, end } of ranges) {
      const sentence = block.slice(start, end);
      const shortest = /[\u3040-\u9fff]/.test(block) ? 12 : 40;
      if (sentence.length < shortest || sentence.length > 320) continue;
      // The segmenter ended inside a link target or tag.
      if (
        !/^[\p{L}\p{N}"'“‘«„([*_]/u.test(sentence) ||
        /\]\([^)]*$/.test(sentence) ||
        /^[^[]*\]\(/.test(sentence)
      )
        continue;
      if (!/[.!?。！？]["'”’»）)]?$/.test(sentence) && ranges.length > 1) continue;
      sentences.push({ start: match.index + start, end: match.index + end });
    }
  }
  return sentences;
}
