import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines, type SourceText, toSource } from './load-texts.ts';
import { readSimilarPairs } from './read-similar-pairs.ts';

/** Texts of `loadTexts` are cut to this many units, and begin at the first abstract. The text after the cut was never seen. */
const SEEN_UNITS = 8000;
const SEEN_ABSTRACTS = 1200;
const PART = 7000;

/**
 * Texts that no rule and no bench had seen before 2026-11-22: the other abstracts, the text after the cut in long articles,
 * chat turns, journals, the guides of a project in forty languages, and the second sentences of the similarity lists.
 */
export function loadFreshTexts(data: string): SourceText[] {
  return [
    ...abstracts(data),
    ...articles(data),
    ...conversations(data),
    ...journals(data),
    ...guides(data),
    ...secondSentences(data),
  ].filter(({ sentences }) => sentences.length > 0);
}

function abstracts(data: string): SourceText[] {
  return readJsonLines<{ doc_id: number; abstract: string[] }>(join(data, 'retrieval/scifact/corpus.jsonl'))
    .slice(SEEN_ABSTRACTS)
    .map(({ doc_id, abstract }) => toSource(`scifact/${doc_id}`, 'en', abstract.join(' ')));
}

function articles(data: string): SourceText[] {
  const timeqa = JSON.parse(
    readFileSync(join(data, 'temporal/timeqa/human_annotated_test.json'), 'utf8'),
  ) as { index: string; paras: string[] }[];
  const wice = readJsonLines<{ evidence: string[]; meta: { id: string } }>(
    join(data, 'citation/wice/dev.jsonl'),
  ).map(({ evidence, meta }) => ({ name: `wice/${meta.id}`, paras: evidence }));
  return [...timeqa.map(({ index, paras }) => ({ name: `timeqa${index}`, paras })), ...wice].flatMap(
    ({ name, paras }) => partsOf(name, 'en', paras.join('\n\n').slice(SEEN_UNITS)),
  );
}

function conversations(data: string): SourceText[] {
  const file = join(data, 'retrieval/longmemeval/longmemeval_oracle_sample.json');
  if (!existsSync(file)) return [];
  const { data: items } = JSON.parse(readFileSync(file, 'utf8')) as {
    data?: { id: string; conversation: { content: string }[] }[];
  };
  return (items ?? []).flatMap(({ id, conversation }) =>
    partsOf(`longmemeval/${id}`, 'en', conversation.map(({ content }) => content).join('\n\n')),
  );
}

function journals(data: string): SourceText[] {
  const root = join(data, 'vaults/logseq-docs/journals');
  return markdownIn(root).map((file) =>
    toSource(`journals/${file}`, 'en', readFileSync(join(root, file), 'utf8')),
  );
}

function guides(data: string): SourceText[] {
  const root = join(data, 'vaults/free-programming-books/docs');
  return markdownIn(root).flatMap((file) => {
    const language = /-([a-z]{2,3})(?:_\w+)?\.md$/u.exec(file)?.[1] ?? 'en';
    // Lines are wrapped and list items contain sentences; here each is a paragraph.
    const text = readFileSync(join(root, file), 'utf8')
      .replaceAll('\r\n', '\n')
      .replace(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/gmu, '\n')
      .replace(/^ {2,}/gmu, '')
      .replace(/\[([^\]]*)\]\([^)]*\)|[*_]{1,2}([^*_\n]+)[*_]{1,2}/gu, '$1$2');
    return partsOf(`guides/${file}`, language, text);
  });
}

function secondSentences(data: string): SourceText[] {
  return ['en', 'de', 'ja', 'ru', 'zh'].flatMap((language) => {
    const pairs = readSimilarPairs(data, language);
    const seen = new Set(pairs.map(([left]) => left));
    const fresh = [...new Set(pairs.map(([, right]) => right))].filter((each) => !seen.has(each));
    const texts: SourceText[] = [];
    for (let i = 0; i < fresh.length; i += 25)
      texts.push(toSource(`sts-second-${language}/${i}`, language, fresh.slice(i, i + 25).join('\n\n')));
    return texts;
  });
}

function markdownIn(root: string): string[] {
  return existsSync(root)
    ? readdirSync(root)
        .filter((file) => file.endsWith('.md'))
        .sort()
    : [];
}

function partsOf(name: string, language: string, text: string): SourceText[] {
  const parts: SourceText[] = [];
  let part = '';
  const close = () => {
    if (part !== '') parts.push(toSource(`${name}#${parts.length}`, language, part));
    part = '';
  };
  for (const paragraph of text.split(/\n{2,}/u)) {
    if (part.length + paragraph.length > PART) close();
    part += `${paragraph}\n\n`;
  }
  close();
  return parts;
}
