import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import BetterSqlite3 from 'better-sqlite3';
import MiniSearch from 'minisearch';
import type { SearchedText } from './evaluation-set.ts';
import type { Search } from './measures.ts';

/** SQLite's FTS5 with its defaults: the texts, its own tokenizer, the words of the question joined by OR. */
export function createRawFts5(
  texts: readonly SearchedText[],
  tokenize = 'unicode61',
  withTitle = false,
): Search {
  const db = new BetterSqlite3(':memory:');
  db.exec(`CREATE VIRTUAL TABLE raw USING fts5(id UNINDEXED, text, title, tokenize = '${tokenize}')`);
  const insert = db.prepare('INSERT INTO raw VALUES (?, ?, ?)');
  db.transaction(() => {
    for (const { id, text, title } of texts) insert.run(id, text, withTitle ? title : '');
  })();
  const find = db.prepare('SELECT id FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT ?').pluck();
  return (question, k) => {
    const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
    return words.length === 0 ? [] : (find.all(words.map((word) => `"${word}"`).join(' OR '), k) as string[]);
  };
}

export function createMiniSearch(texts: readonly SearchedText[]): Search {
  const index = new MiniSearch({ fields: ['text', 'title'] });
  index.addAll(texts);
  return (question, k) =>
    index
      .search(question)
      .slice(0, k)
      .map(({ id }) => id as string);
}

export async function createOrama(texts: readonly SearchedText[]): Promise<Search> {
  const index = create({ schema: { text: 'string', title: 'string' } as const });
  await insertMultiple(
    index,
    texts.map(({ id, text, title }) => ({ id, text, title })),
  );
  return async (question, k) => {
    const { hits } = await searchOrama(index, { term: question, limit: k, threshold: 1 });
    return hits.map(({ id }) => id);
  };
}
