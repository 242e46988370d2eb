import type { AsOf, Claim, ClaimFilter, ClaimPage, StoredNote } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { TeamError } from '../connect/team-error.ts';
import { readShownPath, SCOPE_KIND, type ScopeKind, shownPath } from '../team/scopes.ts';
import type { TeamReader } from './create-claim-reader.ts';

/** A reader of one scope, with the scope's kind. */
interface ScopedReader {
  readonly kind: ScopeKind;
  readonly reader: TeamReader;
}

/**
 * Joins the claims of several scopes: a person's own, then those of their groups, the workspace's, and the global ones. An id in several scopes comes from
 * the first. Paths show the owner: `@me/…`, `@global/…`, or no prefix in the workspace. Nothing is related across scopes.
 */
export function joinReaders(
  scoped: readonly ScopedReader[],
  claimsOver?: (ids: readonly string[]) => Promise<ReadonlyMap<ScopeKind, ReadonlyMap<ClaimId, Claim>>>,
): TeamReader {
  const [only] = scoped;
  if (only !== undefined && scoped.length === 1 && only.kind === 'workspace') return only.reader;
  const each = <Result>(work: (one: ScopedReader) => Promise<Result>): Promise<Result[]> =>
    Promise.all(scoped.map(work));
  const firstById = <Value>(
    found: readonly ReadonlyMap<ClaimId, Value>[],
    ids: readonly string[],
  ): Map<ClaimId, Value> => {
    const joined = new Map<ClaimId, Value>();
    for (const id of new Set(ids) as Set<ClaimId>) {
      const value = found.find((one) => one.has(id))?.get(id);
      if (value !== undefined) joined.set(id, value);
    }
    return joined;
  };
  const getClaims = async (ids: Iterable<string>, options: { readonly asOf?: AsOf } = {}) => {
    const wanted = [...ids];
    const known = options.asOf === undefined ? await claimsOver?.(wanted) : undefined;
    const found = await each(async ({ kind, reader }) => {
      const claims = known?.get(kind) ?? (await reader.getClaims(wanted, options));
      return new Map([...claims].map(([id, claim]) => [id, shown(kind, claim)]));
    });
    return firstById(found, wanted);
  };
  const asked = (
    filter: ClaimFilter,
  ): { readonly readers: readonly ScopedReader[]; readonly filter: ClaimFilter } => {
    if (filter.notePath === undefined) return { readers: scoped, filter };
    const { kind, path } = readShownPath(filter.notePath);
    return { readers: scoped.filter((one) => one.kind === kind), filter: { ...filter, notePath: path } };
  };
  return {
    getClaims,
    listClaims: async (filter = {}) => {
      const { readers, filter: inScope } = asked(filter);
      const { after, ...rest } = inScope;
      const cursors = after === undefined ? null : readCursors(after);
      const pages = await Promise.all(
        readers.map(async ({ kind, reader }): Promise<ClaimPage & { kind: ScopeKind }> => {
          const from = cursors?.[kind];
          if (cursors !== null && from === undefined) return { kind, claims: [], next: null };
          const page = await reader.listClaims({ ...rest, ...(from ? { after: from } : {}) });
          return { kind, ...page, claims: page.claims.map((claim) => shown(kind, claim)) };
        }),
      );
      return mergePages(pages, cursors, filter.limit);
    },
    countClaims: async (filter = {}) => {
      const { readers, filter: inScope } = asked(filter);
      const count = sum(await Promise.all(readers.map(({ reader }) => reader.countClaims(inScope))));
      return Math.min(count, filter.limit ?? count);
    },
    edges: async (filter = {}) => {
      const ids = filter.ids === undefined ? undefined : [...filter.ids];
      const found = await each(({ reader }) =>
        reader.edges({ ...filter, ...(ids === undefined ? {} : { ids }) }),
      );
      return found
        .flat()
        .sort((a, b) => compare(a.from, b.from) || compare(a.type, b.type) || compare(a.to, b.to));
    },
    corroboration: async (ids) => {
      const wanted = [...ids];
      const found = await each(({ reader }) => reader.corroboration(wanted));
      return new Map(
        ([...new Set(wanted)] as ClaimId[]).map((id) => [
          id,
          [...new Set(found.flatMap((one) => one.get(id) ?? []))].sort(),
        ]),
      );
    },
    notes: async (filter) => {
      const found = await each(
        async ({ kind, reader }): Promise<StoredNote[]> =>
          (await reader.notes(filter)).map((note) => ({ ...note, path: shownPath(kind, note.path) })),
      );
      return found.flat().sort((a, b) => compare(a.path, b.path));
    },
    noteNames: async () => {
      const found = await each(async ({ kind, reader }) =>
        (await reader.noteNames()).notes.map((note) => ({ ...note, path: shownPath(kind, note.path) })),
      );
      return { mark: '', isAll: true, notes: found.flat().sort((a, b) => compare(a.path, b.path)) };
    },
    failures: async () => {
      const found = await each(async ({ kind, reader }) =>
        (await reader.failures()).map((one) => ({ ...one, notePath: shownPath(kind, one.notePath) })),
      );
      return found.flat().sort((a, b) => compare(a.notePath, b.notePath));
    },
    changelog: async (filter = {}) => {
      // A scope's sequence numbers mean nothing in another, so only whole changelogs, or a claim's, can be joined.
      if (filter.after !== undefined) throw oneScopeOnly('changelog after a number');
      const found = (await each(({ reader }) => reader.changelog(filter))).flat();
      return found.sort((a, b) => compare(a.at, b.at) || a.sequence - b.sequence).slice(0, filter.limit);
    },
    stats: async () => {
      const all = await each(({ reader }) => reader.stats());
      const total = (name: Exclude<keyof (typeof all)[number], 'schemaVersion'>) =>
        sum(all.map((one) => one[name]));
      return {
        notes: total('notes'),
        claims: total('claims'),
        contested: total('contested'),
        stale: total('stale'),
        retired: total('retired'),
        edges: total('edges'),
        failures: total('failures'),
        schemaVersion: all[0]?.schemaVersion ?? 0,
      };
    },
    contradictions: async (decisions) => {
      const found = (await each(({ reader }) => reader.contradictions(decisions))).flat();
      return [...new Map(found.map((pair) => [pair.id, pair])).values()].sort((a, b) => compare(a.id, b.id));
    },
    staleness: async (decisions) => (await each(({ reader }) => reader.staleness(decisions))).flat(),
    fallout: async (id) => (await each(({ reader }) => reader.fallout(id))).flat(),
    pages: async () => (await each(({ reader }) => reader.pages())).flat(),
    matchesSpan: async (id, bytes) =>
      (await each(({ reader }) => reader.matchesSpan(id, bytes))).includes(true),
    holdsSecrets: async () => (await each(({ reader }) => reader.holdsSecrets())).includes(true),
    isComplete: async () => !(await each(({ reader }) => reader.isComplete())).includes(false),
    resolveLedger: async (entries, kind) => {
      const found = scoped.find((one) => one.kind === kind);
      return found === undefined ? [] : found.reader.resolveLedger(entries, kind);
    },
    revision: async () => (await each(({ reader }) => reader.revision())).join(' '),
  };
}

/** The next cursor of each scope; a scope without one has no more pages. */
type Cursors = Partial<Record<ScopeKind, string>>;

/** Takes the first claims of all pages, ordered by shown path. */
function mergePages(
  pages: readonly (ClaimPage & { readonly kind: ScopeKind })[],
  from: Cursors | null,
  limit: number | undefined,
): ClaimPage {
  const all = pages
    .flatMap(({ kind, claims }) => claims.map((claim) => ({ kind, claim })))
    .sort(
      (a, b) =>
        compare(a.claim.notePath, b.claim.notePath) ||
        a.claim.span.start - b.claim.span.start ||
        compare(a.claim.id, b.claim.id),
    );
  const page = limit === undefined ? all : all.slice(0, limit);
  const cursors: Cursors = {};
  for (const { kind, claims, next } of pages) {
    const taken = page.filter((one) => one.kind === kind);
    const last = taken.at(-1)?.claim.id;
    if (taken.length === claims.length && next === null) continue;
    cursors[kind] = last === undefined ? (from?.[kind] ?? '') : Buffer.from(last).toString('base64url');
  }
  const isOver = Object.keys(cursors).length === 0;
  return {
    claims: page.map(({ claim }) => claim),
    next: isOver ? null : Buffer.from(JSON.stringify(cursors)).toString('base64url'),
  };
}

function readCursors(after: string): Cursors {
  try {
    const read = JSON.parse(Buffer.from(after, 'base64url').toString()) as Cursors;
    if (Object.entries(read).every(([kind, at]) => SCOPE_KIND.test(kind) && typeof at === 'string'))
      return read;
  } catch {
    // Reported below, without the text.
  }
  throw new TeamError('the page cursor is not from Memora', {
    code: 'CURSOR_INVALID',
    hint: 'Pass the `next` of the previous page unchanged, or begin again.',
  });
}

function shown(kind: ScopeKind, claim: Claim): Claim {
  return kind === 'workspace' ? claim : { ...claim, notePath: shownPath(kind, claim.notePath) };
}

function oneScopeOnly(what: string) {
  return new TeamError(`a ${what} belongs to one scope`, {
    code: 'TEAM_SCOPE_UNKNOWN',
    hint: 'Ask a reader of one scope.',
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
