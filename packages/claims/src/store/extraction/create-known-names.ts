import { guessLanguage } from '@memora/language/detect';
import { segmentSentences } from '@memora/language/sentences';
import { stopWords } from '@memora/language/stems';
import type { KnownNames } from '../../model/extractor.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

const MOST_THINGS = 40;
const MOST_RELATIONS = 30;
/** If more titles begin with a word, it is not a name. */
const MOST_NAMESAKES = 4;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;
/** In UTF-16 units: enough to detect the language. */
const SAMPLE = 3_000;
/** In UTF-16 units: shorter names occur in every text. */
const SHORTEST = 3;

/**
 * Finds the names in use that a text may mean: things whose names, or the first words of whose titles, occur in it, and the relations that models use most.
 * None comes from secret text.
 */
export function createKnownNames(db: Sqlite.Database): (text: string) => KnownNames {
  const relations = prepareValue(db, 'usedRelations');
  const named = prepareQuery(db, 'borneNames');
  const wordsOf = new Map<string, string>();
  return (text) => {
    // During a first index the names grow as notes are written.
    const names = named.all().filter(({ name }) => name.length >= SHORTEST);
    const byFirst = Map.groupBy(new Set(names.map(({ title }) => title)), firstWord);
    const words = text.toLowerCase().split(BETWEEN_WORDS);
    const lower = ` ${words.join(' ')} `;
    const written = new Set(words);
    const whole = names.filter(({ name }) => {
      const own = wordsOf.get(name) ?? name.split(BETWEEN_WORDS).join(' ').trim();
      wordsOf.set(name, own);
      return written.has(own.split(' ', 1)[0] ?? '') && lower.includes(` ${own} `);
    });
    const half = [...namesIn(text)].flatMap((word) => {
      const titles = byFirst.get(word) ?? [];
      return titles.length > MOST_NAMESAKES ? [] : titles;
    });
    const things = new Set([...whole.map(({ title }) => title), ...half]);
    return { entities: [...things].slice(0, MOST_THINGS), relations: relations.all(MOST_RELATIONS) };
  };
}

/** Returns the word by which most texts call a person with this full name. */
function firstWord(title: string): string {
  return title.split(BETWEEN_WORDS, 1)[0] ?? '';
}

/** Returns capitalised words. A stop word at the start of a sentence does not count: "The pump", but "with Will" does. */
function namesIn(text: string): ReadonlySet<string> {
  const small = stopWords(guessLanguage(text.slice(0, SAMPLE)) ?? 'en');
  const names = new Set<string>();
  for (const line of text.split('\n'))
    for (const { start, end } of segmentSentences(line, { bias: 'split' })) {
      const words = line.slice(start, end).split(BETWEEN_WORDS);
      const first = words.findIndex((word) => word !== '');
      for (const [i, word] of words.entries())
        if (isName(word) && (i > first || !small.has(word.toLowerCase()))) names.add(word);
    }
  return names;
}

function isName(word: string): boolean {
  return word.length >= SHORTEST && word.toLowerCase() !== word;
}
