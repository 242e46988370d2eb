import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

const STOP = new Set(
  'a an the of to in on at is are was were be been do does did what which who whom when where why how much many and or for with about it its they them their can could i my get have has had from this that there if than then so not no one would should will you your me we us our by as into per up down'.split(
    ' ',
  ),
);

/**
 * The baseline: SQLite FTS5 over windows of sections of at most 1,500 characters, BM25, any of the words.
 * Returns the text that fits into a budget of characters.
 */
export function openWindows(root: string): (words: string, budget: number) => string {
  const db = new BetterSqlite3(':memory:');
  db.exec("CREATE VIRTUAL TABLE f USING fts5(head, body, tokenize = 'porter unicode61')");
  const insert = db.prepare('INSERT INTO f (head, body) VALUES (?, ?)');
  db.transaction(() => {
    for (const path of notesIn(root)) for (const [head, body] of cutNote(root, path)) insert.run(head, body);
  })();
  const find = db.prepare<[string], { head: string; body: string }>(
    'SELECT head, body FROM f WHERE f MATCH ? ORDER BY bm25(f, 2.0, 1.0) LIMIT 60',
  );
  return (words, budget) => {
    const terms = [...words.toLowerCase().matchAll(/[\p{L}\p{N}_.]+/gu)]
      .map(([word]) => word.replace(/^\.+|\.+$/gu, ''))
      .filter((word) => word !== '' && !STOP.has(word));
    if (terms.length === 0) return '';
    let text = '';
    for (const { head, body } of find.all(terms.map((term) => `"${term}"`).join(' OR '))) {
      if (text.length + head.length + body.length > budget) break;
      text += `${head}\n${body}\n`;
    }
    return text;
  };
}

function notesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('.memora'))
    .map((path) => join(root, path));
}

function cutNote(root: string, path: string): [string, string][] {
  const chunks: [string, string][] = [];
  let stack: { readonly level: number; readonly text: string }[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    const head = [relative(root, path), ...stack.map(({ text }) => text)].join(' > ');
    const body = lines.join('\n').trim();
    let part = '';
    for (const paragraph of body.split(/\n\n+/u)) {
      if (part !== '' && part.length + paragraph.length > 1500) {
        chunks.push([head, part]);
        part = '';
      }
      part += `${paragraph}\n\n`;
    }
    if (body !== '') chunks.push([head, part]);
    lines = [];
  };
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const heading = /^(#+) (.*)/u.exec(line);
    if (heading === null) lines.push(line);
    else {
      flush();
      const level = (heading[1] ?? '').length;
      stack = [...stack.filter((each) => each.level < level), { level, text: heading[2] ?? '' }];
    }
  }
  flush();
  return chunks;
}
