import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimIndex } from '@memora/claims';
import { createVaultSet, type EvaluationSet } from './evaluation-set.ts';

/** Other people's vaults whose notes link to each other. */
const VAULTS = ['foam', 'kepano', 'logseq-docs', 'obsidian-tasks'];
const FEWEST_WORDS = 5;

/**
 * A sentence of a real vault without the name of the note that it links to → a claim of that note. It tests
 * what a reader gets by following the link. `dev` is every second sentence, `test` the others.
 */
export async function createLinkedNotesSet(
  data: string,
  split: 'dev' | 'test',
  indexes: readonly ClaimIndex[],
): Promise<EvaluationSet | null> {
  const notes = VAULTS.flatMap((vault) => {
    const folder = join(data, 'vaults', vault);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .sort()
      .map((path) => ({ path: `${vault}/${path}`, text: readFileSync(join(folder, path), 'utf8') }));
  });
  if (notes.length === 0) return null;
  const set = await createVaultSet(`linked notes ${split}`, 'recall@10', notes, [], indexes);
  const links = set.store.database
    .prepare<[], { id: string; note: number; named: number; title: string }>(
      `SELECT claim.id, claim.note, stated_edge.named, note.title FROM stated_edge JOIN claim ON claim.key = stated_edge.claim
       JOIN note ON note.key = stated_edge.named
       WHERE claim.recorded_until IS NULL AND note.gone_at IS NULL GROUP BY claim.id HAVING count(DISTINCT named) = 1 ORDER BY claim.id`,
    )
    .all();
  const claimsOf = set.store.database
    .prepare<[number], string>('SELECT id FROM claim WHERE note = ? AND recorded_until IS NULL')
    .pluck();
  const textById = new Map(set.texts.map(({ id, text }) => [id, text]));
  const questions = links.flatMap(({ id, note, named, title }) => {
    const text = withoutLinks(textById.get(id) ?? '');
    const tooShort = (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS;
    const relevant = new Set(claimsOf.all(named));
    if (tooShort || note === named || relevant.size === 0) return [];
    if (text.toLowerCase().includes(title.toLowerCase())) return [];
    return [{ text, relevant, group: 'en' }];
  });
  return { ...set, questions: questions.filter((_, i) => i % 2 === (split === 'dev' ? 0 : 1)) };
}

function withoutLinks(text: string): string {
  return text
    .replace(/!?\[\[[^\]]*\]\]/gu, ' ')
    .replace(/[*_`#>]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
