import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimIndex } from '@memora/claims';
import { createDocumentSet } from './document-set.ts';
import type { EvaluationSet, Judged, SearchedText } from './evaluation-set.ts';

/** The group of headings in Latin letters over text in another script. */
export const FOREIGN_SCRIPT = 'latin';
const SHORTEST_SECTION = 80;
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;
const LATIN_SCRIPT = new Set(
  'az ca cs da de en es et fi fil fr hu id it lt lv ms nl no pl pt ro sk sl sv sw tr uz vi'.split(' '),
);

/**
 * Heading → the section below it, in some sixty languages. The heading itself is hidden from every index, and
 * each language is a separate set. Nothing was tuned on these. If a language is not written in Latin letters,
 * headings in Latin letters (names of programs) form a separate group, because they ask nothing in that language.
 */
export async function createMultilingualSets(
  data: string,
  indexes: () => readonly ClaimIndex[],
): Promise<EvaluationSet[]> {
  const byLanguage = new Map<string, { documents: SearchedText[]; questions: Judged[] }>();
  for (const { language, path } of findTexts(data)) {
    const group = byLanguage.get(language) ?? { documents: [], questions: [] };
    byLanguage.set(language, group);
    for (const { heading, body } of sectionsOf(readFileSync(path, 'utf8'))) {
      const id = String(group.documents.length);
      group.documents.push({ id, title: '', text: body });
      const isForeign =
        !OTHER_SCRIPT.test(heading) && OTHER_SCRIPT.test(body.slice(0, 2000)) && !LATIN_SCRIPT.has(language);
      group.questions.push({
        text: heading,
        relevant: new Set([id]),
        group: isForeign ? FOREIGN_SCRIPT : language,
      });
    }
  }
  const sets: EvaluationSet[] = [];
  for (const [language, { documents, questions }] of [...byLanguage].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (questions.filter(({ group }) => group === language).length >= 10)
      sets.push(await createDocumentSet(language, 'recall@5', documents, questions, indexes()));
  }
  return sets;
}

function findTexts(data: string): { language: string; path: string }[] {
  const places = [
    ['vaults/art-of-command-line', /^README-([A-Za-z-]+)\.md$/u],
    ['vaults/free-programming-books/books', /^free-programming-books-([a-z]{2,3}(?:_[A-Z]{2})?)\.md$/u],
    ['vaults/free-programming-books/docs', /^[A-Z_]+-([a-z]{2,3}(?:_[A-Z]{2})?)\.md$/u],
  ] as const;
  return places.flatMap(([folder, pattern]) => {
    const path = join(data, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .sort()
      .flatMap((file) => {
        const language = pattern.exec(file)?.[1];
        return language ? [{ language: language.split(/[-_]/u)[0] as string, path: join(path, file) }] : [];
      });
  });
}

function sectionsOf(text: string): { heading: string; body: string }[] {
  const sections: { heading: string; body: string }[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const heading = /^#{1,6}\s+(.+?)(?:\s+#*)?$/u.exec(line)?.[1];
    if (heading)
      sections.push({
        heading: heading.replace(/<[^>]*>|[[\]`*]|\\(?=[^\p{L}])|\(https?:[^)]*\)/gu, ''),
        body: '',
      });
    else if (sections.length > 0) (sections.at(-1) as { body: string }).body += `${line}\n`;
  }
  return sections.filter(
    ({ heading, body }) => body.trim().length >= SHORTEST_SECTION && /\p{L}/u.test(heading),
  );
}
