import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { indexVault, openClaimStore, type SqliteClaimStore } from '@memora/claims';
import { createLexicalIndex, createRetriever, type Hit, type Retriever } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import { createRandom } from '../query/real-sentences.ts';
import type { Report } from '../report.ts';

/** Vaults whose notes are distributed over the scopes that one member sees. */
const VAULTS = ['art-of-command-line', 'free-programming-books', 'foam', 'logseq-docs'];
const SCOPES = ['global', 'workspace', 'user'] as const;
const QUESTIONS = 200;
const TOP = 10;

interface Publishing {
  readonly publish: (store: SqliteClaimStore, kind: string, principal?: string) => Promise<void>;
  readonly retriever: (principal: string, options?: { readonly graph?: false }) => Retriever;
}

/** A member's answers over three scopes, compared with a SQLite store with exactly the notes of all three. */
export async function compareScopes(report: Report, data: string, team: Publishing): Promise<void> {
  for (const vault of VAULTS) {
    const folder = join(data, 'vaults', vault);
    const notes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
    for (const [i, kind] of SCOPES.entries()) {
      await using part = await indexNotes(notes.filter((_, at) => at % SCOPES.length === i));
      await team.publish(part.store, kind, 'eve');
    }
    await using whole = await indexNotes(notes);
    const choose = createRandom(notes.length);
    const texts = whole.store.database
      .prepare<[], string>(`SELECT snippet FROM lexical_claims WHERE snippet IS NOT NULL ORDER BY key`)
      .pluck()
      .all();
    const questions = Array.from({ length: QUESTIONS }, () => {
      const words = (texts[Math.floor(choose() * texts.length)] ?? '').split(/\s+/u);
      const start = Math.floor(choose() * Math.max(1, words.length - 6));
      return `what about ${words.slice(start, start + 6).join(' ')}`;
    });
    for (const graph of [undefined, false] as const) {
      const tuning = graph === undefined ? {} : { graph };
      const local = createRetriever({ store: whole.store, ...tuning });
      const shared = team.retriever('eve', tuning);
      const shares: number[] = [];
      let first = 0;
      for (const question of questions) {
        const ours = (await shared.query(question, { k: TOP })).hits.map(placeOf);
        const theirs = (await local.query(question, { k: TOP })).hits.map(placeOf);
        const both = ours.filter((place) => theirs.includes(place)).length;
        shares.push(ours.length + theirs.length === 0 ? 1 : (2 * both) / (ours.length + theirs.length));
        if (ours[0] === theirs[0]) first++;
      }
      const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
      report.note(`${vault}: same first hit ${first} of ${questions.length}`);
      report.budget(
        `${vault} in three scopes: top ${TOP} shared${graph === false ? ', without links, names and edges' : ''}`,
        mean,
        { min: 0.95 },
      );
    }
  }
}

async function indexNotes(notes: readonly (readonly [path: string, text: string])[]) {
  const root = mkdtempSync(join(tmpdir(), 'memora-scopes-'));
  for (const [path, text] of notes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const store = await openClaimStore({
    path: join(root, '.memora', 'memora.db'),
    indexes: [createLexicalIndex()],
  });
  await indexVault({ vault: await openVault(root), store });
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** A claim by its place, which is the same in both, because generated note ids differ between stores. */
function placeOf({ claim }: Hit): string {
  const path = claim.notePath.replace(/^@(?:me|global)\//u, '');
  return `${path} ${claim.span.start}-${claim.span.end} ${claim.predicate} ${claim.object}`;
}
