/**
 * Measures how many words of secret sentences an attacker recovers who has the database, no key, and a large
 * open corpus of the same kind: the other half of the notes, or with a folder of text as argument, all of it
 * except the hidden sentences. The vault also contains open notes of the same kind, which the attacker reads,
 * too. Prints the share; exits with 1 at 1% or more. The attack compares frequencies: each opaque value
 * shared by the rows of several secret claims is matched with the word of the same frequency in the corpus,
 * and values that occur together with words that occur together.
 *
 * node --conditions=memora-source scripts/measure-stolen-words.ts [folder of Markdown or text]
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openClaimStore } from '../packages/claims/src/index.ts';
import { openMemory } from '../packages/engine/src/index.ts';

const ROOT = join(import.meta.dirname, '..');
const LIMIT = 0.01;

/** The maximum number of hidden sentences, and of open ones. More would only take longer to index. */
const MOST_HIDDEN = 2_000;

const given = process.argv[2];
const sentences = await readSentences(
  given === undefined ? ['docs', 'packages'].map((name) => join(ROOT, name)) : [given],
);
const step = Math.max(2, Math.ceil(sentences.length / MOST_HIDDEN));
const hidden = sentences.filter((_, i) => i % step === 0);
const beside = sentences.filter((_, i) => i % step === 1);
const corpus = sentences.filter((_, i) => i % step !== 0);
const folder = await mkdtemp(join(tmpdir(), 'memora-stolen-'));
try {
  const vault = join(folder, 'vault');
  for (let at = 0; at < hidden.length; at += 20) {
    const path = join(vault, `note-${at}.md`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `---\nprivacy: secret\n---\n${hidden.slice(at, at + 20).join('\n\n')}\n`);
  }
  for (let at = 0; at < beside.length; at += 20)
    await writeFile(join(vault, `open-${at}.md`), `${beside.slice(at, at + 20).join('\n\n')}\n`);
  await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  await memory.index();
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  const texts = await memory.readSpans(claims, { reveal: true });
  // A word that occurs in one of fifty sentences can be guessed without the database, so it does not count.
  const common = new Set(
    rankedWords().flatMap(([word, count]) => (count > corpus.length / 50 ? [word] : [])),
  );
  const telling = (text: string) => new Set(wordsOf(text).filter((word) => !common.has(word)));
  const wordsById = new Map(claims.map(({ id }, i) => [id as string, telling(texts[i] ?? '')]));
  const { guesses, values } = await attack(join(vault, '.memora', 'memora.db'));
  let all = 0;
  let read = 0;
  for (const [id, words] of wordsById) {
    all += words.size;
    for (const guess of guesses.get(id) ?? []) if (words.has(guess)) read++;
  }
  const share = all === 0 ? 0 : read / all;
  process.stdout.write(
    `${claims.length} secret claims, ${all} words; an attacker with ${corpus.length} open sentences reads ${read} of them: ${(share * 100).toFixed(2)}% (limit ${LIMIT * 100}%); ${values} opaque values are shared by two claims or more\n`,
  );
  process.exitCode = share >= LIMIT || claims.length < 100 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The words that the attacker guesses for each secret claim. */
async function attack(path: string): Promise<{ guesses: Map<string, Set<string>>; values: number }> {
  const store = await openClaimStore({ path, readonly: true });
  const db = store.database;
  const columns = db
    .prepare<[], { name: string; column: string }>(
      `SELECT m.name, c.name AS column FROM sqlite_schema m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) k WHERE k.name = 'claim')`,
    )
    .all()
    .filter(({ column }) => column !== 'claim');
  const rows: { id: string; value: string }[] = [
    ...db
      .prepare<[], { id: string; value: string }>(
        "SELECT id, 'said ' || said AS value FROM claim WHERE said IS NOT NULL AND sealed IS NOT NULL",
      )
      .all(),
    ...db
      .prepare<[], { id: string; value: string }>(
        "SELECT id, 'print ' || hex(fingerprint) AS value FROM claim WHERE sealed IS NOT NULL",
      )
      .all(),
    ...columns.flatMap(({ name, column }) =>
      db
        .prepare<[], { id: string; value: string }>(
          `SELECT claim.id, '${name} ${column} ' || hex(t.${column}) AS value FROM ${name} t JOIN claim ON claim.key = t.claim
           WHERE t.${column} IS NOT NULL AND claim.sealed IS NOT NULL`,
        )
        .all(),
    ),
    ...lexicalRows(db),
  ];
  await store.close();
  const idsByValue = Map.groupBy(rows, ({ value }) => value);
  const shared = [...idsByValue.values()].filter((same) => new Set(same.map(({ id }) => id)).size > 1);
  shared.sort((a, b) => b.length - a.length);
  const ranked = rankedWords().map(([word]) => word);
  const guesses = new Map<string, Set<string>>();
  shared.forEach((same, rank) => {
    const word = ranked[rank];
    if (word === undefined) return;
    for (const { id } of same) guesses.set(id, (guesses.get(id) ?? new Set()).add(word));
  });
  return { guesses, values: shared.length };
}

/** The words of the open corpus and the number of its sentences that contain each, the most frequent first. */
function rankedWords(): [string, number][] {
  const frequency = new Map<string, number>();
  for (const word of corpus.flatMap((sentence) => [...new Set(wordsOf(sentence))]))
    frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return [...frequency].sort((a, b) => b[1] - a[1]);
}

/** Terms of secret claims in the full-text index, if there were any. */
function lexicalRows(
  db: Awaited<ReturnType<typeof openClaimStore>>['database'],
): { id: string; value: string }[] {
  const held = db.prepare<[], { c0: string; id: string }>(
    `SELECT claim.id, lexical_fts.text AS c0 FROM claim JOIN lexical_claims ON lexical_claims.key = claim.key
     JOIN lexical_fts ON lexical_fts.rowid = lexical_claims.passage WHERE claim.sealed IS NOT NULL`,
  );
  return held.all().flatMap(({ id, c0 }) => c0.split(' ').map((value) => ({ id, value: `term ${value}` })));
}

/** Prose sentences in Markdown and text; by default the documentation of this repository. */
async function readSentences(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const from of folders) {
    for (const entry of await readdir(from, { recursive: true })) {
      if (!/\.(?:md|txt)$/u.test(entry) || entry.includes('node_modules') || entry.includes('dist')) continue;
      const text = (await readFile(join(from, entry), 'utf8').catch(() => '')).replace(/```[\s\S]*?```/g, '');
      for (const [sentence] of text.replace(/\s+/g, ' ').matchAll(/[A-Z][\w ,'’:;()`*/-]{30,200}\./g))
        found.push(sentence);
    }
  }
  return [...new Set(found)];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
}
