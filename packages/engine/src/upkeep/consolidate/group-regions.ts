import { createHash } from 'node:crypto';
import type { Claim, Decision, StoredNote } from '@memora/claims';
import type { ReviewedContradiction, StaleClaim } from '../review/memory-review.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { pathIn } from './pages/path-in.ts';

/** A region with everything that its pages are made from. */
export interface Region {
  readonly name: string;
  /** The folder of its pages; `''` for the root of the vault. */
  readonly folder: string;
  readonly notes: readonly StoredNote[];
  readonly claims: readonly Claim[];
  readonly contradictions: readonly ReviewedContradiction[];
  readonly stale: readonly StaleClaim[];
  readonly decisions: readonly Decision[];
  readonly questions: readonly Claim[];
  /** Direct subregions of this one. */
  readonly below: readonly string[];
  /** Changes whenever the content of the pages does. */
  readonly digest: string;
}

/** Increase it if pages are written in a different way; then every region is rebuilt. */
const LAYOUT = 1;

/**
 * The regions of a vault by name, in order; their pages are below `pagesRoot`, `''` for the vault itself. A region with only secret notes is left out, because
 * its pages would be empty.
 */
export function groupRegions(facts: VaultFacts, writer: string, pagesRoot: string): Map<string, Region> {
  const notesOf = Map.groupBy(facts.notes, ({ region }) => region);
  const claimsOf = Map.groupBy(facts.claims, ({ region }) => region);
  const contradictionsOf = new Map<string, ReviewedContradiction[]>();
  for (const pair of facts.contradictions) {
    for (const region of new Set([pair.newer.region, pair.older.region])) {
      const known = contradictionsOf.get(region);
      if (known === undefined) contradictionsOf.set(region, [pair]);
      else known.push(pair);
    }
  }
  const staleOf = Map.groupBy(facts.stale, ({ claim }) => claim.region);
  const regionOf = (id: Decision['id']) => facts.claimById.get(id)?.region ?? '';
  const decisionsOf = Map.groupBy(facts.decisions, ({ id }) => regionOf(id));
  const questionsOf = Map.groupBy(facts.questions, ({ region }) => region);
  const names = [...notesOf.keys()].sort();
  const belowOf = Map.groupBy(names, (name) => parentOf(name, notesOf));
  return new Map(
    names.map((name) => {
      const notes = notesOf.get(name) ?? [];
      const parts = {
        name,
        folder: pathIn(pagesRoot, folderOf(notes)),
        notes,
        claims: claimsOf.get(name) ?? [],
        contradictions: contradictionsOf.get(name) ?? [],
        stale: staleOf.get(name) ?? [],
        decisions: decisionsOf.get(name) ?? [],
        questions: questionsOf.get(name) ?? [],
        below: belowOf.get(name) ?? [],
      };
      return [name, { ...parts, digest: digestOf(parts, writer) }];
    }),
  );
}

/** The nearest region above that has notes. */
function parentOf(name: string, known: ReadonlyMap<string, unknown>): string {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    if (known.has(name.slice(0, at))) return name.slice(0, at);
  }
  return '';
}

const ROOMS = [/^semantic(?:\/|$)/iu, /^(?!semantic|episodic|procedural)/iu, /^procedural(?:\/|$)/iu];

/**
 * Root notes belong to the root. Another region may have a folder in each of `semantic/`, `procedural/` and
 * `episodic/`; its pages are in the first of them.
 */
function folderOf(notes: readonly StoredNote[]): string {
  const folders = [
    ...new Set(notes.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))),
  ].sort();
  if (folders.includes('')) return '';
  for (const room of ROOMS) {
    const found = folders.find((folder) => room.test(folder));
    if (found !== undefined) return found;
  }
  return folders[0] ?? '';
}

function digestOf(region: Omit<Region, 'digest'>, writer: string): string {
  const hash = createHash('sha256').update(JSON.stringify([LAYOUT, writer, region.folder, region.below]));
  for (const { path, title, status } of region.notes) hash.update(JSON.stringify([path, title, status]));
  for (const claim of region.claims) {
    const { span: _span, recordedFrom: _from, recordedUntil: _until, fingerprint: _print, ...shown } = claim;
    hash.update(JSON.stringify(shown));
  }
  for (const { id, resolution, newer, older } of region.contradictions) {
    hash.update(JSON.stringify([id, resolution, newer.notePath, older.notePath]));
  }
  for (const { claim, path } of region.stale) hash.update(JSON.stringify([claim.id, path]));
  hash.update(JSON.stringify([region.decisions, region.questions.map(({ id }) => id)]));
  return hash.digest('hex').slice(0, 32);
}
