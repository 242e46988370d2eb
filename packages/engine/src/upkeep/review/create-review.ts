import type {
  Claim,
  ClaimReader,
  EdgeType,
  LedgerDecisions,
  LedgerEntry,
  LedgerVerb,
  StalePath,
} from '@memora/claims';
import { type ClaimId, normaliseTerm } from '@memora/core';
import { compareText } from '@memora/core/internal';
import { MemoryError } from '../../memory-error.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import type {
  MemoryReview,
  RelatedClaim,
  ReviewedContradiction,
  SecretOption,
  StaleClaim,
} from './memory-review.ts';

/** The parts of an open memory that the review needs. */
export interface ReviewPorts extends LedgerPorts {
  /** The vault's root, which contains the ledger. */
  readonly vault: string;
  /** The ledger's entries, if they are not in a file of the vault. */
  readonly readEntries?: () => Promise<readonly LedgerEntry[]>;
  /** Records a decision, if the ledger is not in a file of the vault. */
  readonly append?: (entry: Omit<LedgerEntry, 'line'>) => Promise<void>;
  readonly claims: ClaimReader;
  /** The current words of a claim's span on disk; null if they are gone. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
  /** Updates the claims from the ledger after a decision. */
  readonly index: () => Promise<unknown>;
}

/** The review queues over a memory's claims, and the decisions that go to the vault's ledger. */
export function createReview({
  vault,
  readEntries,
  append,
  claims,
  resolveLedger,
  markClaims,
  readSpan,
  index,
}: ReviewPorts): MemoryReview {
  const readDecisions = async (): Promise<LedgerDecisions> => {
    const { readLedger, toLedgerDecisions } = await import('@memora/claims/internal');
    const entries = readEntries === undefined ? (await readLedger(vault)).entries : await readEntries();
    return toLedgerDecisions(entries.length === 0 ? entries : await resolveLedger(entries));
  };
  const decide = async (verb: LedgerVerb, claimIds: readonly ClaimId[], reason: string): Promise<void> => {
    const { appendToLedger } = await import('@memora/claims/internal');
    const marks = await markClaims(verb, claimIds);
    const entry = { time: new Date().toISOString(), verb, claimIds, marks, reason };
    if (append !== undefined) return append(entry);
    await appendToLedger(vault, entry);
    await index();
  };
  const findClaim = async (id: string): Promise<Claim> => {
    const claim = (await claims.getClaims([id])).get(id as ClaimId);
    if (claim !== undefined) return claim;
    throw new MemoryError(`no claim has the id ${JSON.stringify(id)}`, {
      code: 'CLAIM_NOT_FOUND',
      hint: '`memora claims list` lists the ids.',
    });
  };
  const contradictions = async (
    subject?: string,
    { secret = false }: SecretOption = {},
  ): Promise<ReviewedContradiction[]> => {
    const found = await claims.contradictions(await readDecisions());
    const byId = await claims.getClaims(found.flatMap(({ newer, older }) => [newer, older]));
    const about =
      subject === undefined
        ? null
        : new Set((await claims.listClaims({ subject })).claims.map(({ id }) => id));
    const name = normaliseTerm(subject ?? '');
    const isAbout = async (claim: Claim): Promise<boolean> =>
      about === null || about.has(claim.id) || normaliseTerm((await readSpan(claim)) ?? '').includes(name);
    const shown: ReviewedContradiction[] = [];
    for (const pair of found) {
      const [newer, older] = [byId.get(pair.newer), byId.get(pair.older)];
      if (newer === undefined || older === undefined) continue;
      if (!secret && (newer.band === 'secret' || older.band === 'secret')) continue;
      if ((await isAbout(newer)) || (await isAbout(older))) shown.push({ ...pair, newer, older });
    }
    return shown;
  };
  const findContradiction = async (id: string): Promise<ReviewedContradiction> => {
    const found = (await contradictions(undefined, { secret: true })).find((pair) => pair.id === id);
    if (found !== undefined) return found;
    throw new MemoryError(`no contradiction has the id ${JSON.stringify(id)}`, {
      code: 'CONTRADICTION_NOT_FOUND',
      hint: '`memora contradictions` lists the ids.',
    });
  };
  /** All invalid claims that a claim depends on. It is valid again once all of them are named. */
  const fallenUnder = async (id: ClaimId): Promise<ClaimId[]> => {
    const decisions = await readDecisions();
    const named = new Set(decisions.revalidated.get(id));
    for (;;) {
      const revalidated = new Map([...decisions.revalidated, [id, named]]);
      const stale = (await claims.staleness({ ...decisions, revalidated })).find(
        ({ claimId }) => claimId === id,
      );
      const fallen = stale?.path[0];
      if (fallen === undefined || named.has(fallen)) return [...named];
      named.add(fallen);
    }
  };
  const toStale = async (
    paths: readonly StalePath[],
    { secret = false }: SecretOption = {},
  ): Promise<StaleClaim[]> => {
    const byId = await claims.getClaims(paths.flatMap(({ path }) => path));
    return paths.flatMap(({ claimId, path }) => {
      const claim = byId.get(claimId);
      const fallen = byId.get(path[0] as ClaimId);
      if (claim === undefined) return [];
      if (!secret && path.some((id) => byId.get(id)?.band === 'secret')) return [];
      const how = fallen?.status === 'current' ? 'retracted' : (fallen?.status ?? 'gone');
      return [{ claim, path, reason: `rests on ${path.slice(0, -1).reverse().join(' ← ')}, ${how}` }];
    });
  };

  const related = async (
    claimIds: readonly string[],
    types?: readonly EdgeType[],
    { secret = false }: SecretOption = {},
  ): Promise<RelatedClaim[]> => {
    const asked = new Set(claimIds);
    const edges = await claims.edges({ ids: claimIds, ...(types === undefined ? {} : { types }) });
    const byId = await claims.getClaims(edges.flatMap(({ from, to }) => [from, to]));
    const isShown = ({ band }: Claim) => secret || band !== 'secret';
    const ends = edges.flatMap(({ from, to, type, weight }) => [
      ...(asked.has(from) ? [{ of: from, other: to, type, weight, outgoing: true }] : []),
      ...(asked.has(to) ? [{ of: to, other: from, type, weight, outgoing: false }] : []),
    ]);
    return ends
      .flatMap(({ other, ...end }) => {
        const claim = byId.get(other);
        const of = byId.get(end.of);
        if (claim === undefined || of === undefined || claim.recordedUntil !== null) return [];
        return isShown(claim) && isShown(of) ? [{ ...end, claim }] : [];
      })
      .sort(
        (a, b) =>
          compareText(a.of, b.of) || compareText(a.type, b.type) || compareText(a.claim.id, b.claim.id),
      );
  };

  return {
    related,
    timeline: async (subject, { secret = false } = {}) => {
      const { claims: found } = await claims.listClaims({ subject });
      // The subject of a secret claim is in no index, so each claim is read with the key.
      const { claims: hidden } = secret ? await claims.listClaims({ bands: ['secret'] }) : { claims: [] };
      const name = normaliseTerm(subject);
      const about = hidden.filter((claim) => normaliseTerm(claim.subject) === name);
      return [...found, ...about].sort(
        (a, b) => compareText(a.validFrom ?? '', b.validFrom ?? '') || compareText(a.id, b.id),
      );
    },
    contradictions,
    stale: async (asked) => toStale(await claims.staleness(await readDecisions()), asked),
    decisions: async () => {
      const { toDecisions } = await import('@memora/claims/internal');
      const { claims: all } = await claims.listClaims({ bands: ['public', 'private'] });
      const candidates = all.filter(({ kind }) => kind === 'decision');
      const texts = new Map<ClaimId, string | null>();
      for (const claim of candidates) texts.set(claim.id, await readSpan(claim));
      const replacements = await related(
        candidates.filter(({ status }) => status === 'superseded').map(({ id }) => id),
        ['supersedes'],
      );
      const replacementById = new Map(
        replacements.filter(({ outgoing }) => !outgoing).map(({ of, claim }) => [of, claim.id]),
      );
      const decisions = toDecisions(candidates, {
        textOf: (id) => texts.get(id) ?? null,
        replacementOf: (id) => replacementById.get(id) ?? null,
      });
      const grounds = await related(
        decisions.flatMap(({ claimIds }) => claimIds),
        ['caused', 'depends_on', 'learned_from'],
      );
      const byDecision = Map.groupBy(
        grounds.filter(({ type, outgoing }) => outgoing === (type !== 'caused')),
        ({ of }) => of,
      );
      return decisions.map((decision) => ({
        ...decision,
        because: [
          ...new Set(
            decision.claimIds.flatMap((id) => byDecision.get(id) ?? []).map(({ claim }) => claim.id),
          ),
        ],
      }));
    },
    openQuestions: async () => {
      const { claims: all } = await claims.listClaims({ bands: ['public', 'private'] });
      // An assertion after the question, in the same section, answers it.
      const lastAsserted = new Map<string, number>();
      for (const claim of all) {
        if (claim.assertion !== 'asserted') continue;
        const section = sectionOf(claim);
        lastAsserted.set(section, Math.max(lastAsserted.get(section) ?? 0, claim.span.start));
      }
      return all.filter(
        (claim) =>
          claim.assertion === 'question' && (lastAsserted.get(sectionOf(claim)) ?? -1) < claim.span.end,
      );
    },
    history: async (claimId) => {
      const claim = await findClaim(claimId);
      const logged = await claims.changelog({ claimId: claim.id });
      const entries = logged.map(({ at, kind, relatedId }) => ({ at, kind, relatedId }));
      return [{ at: claim.recordedFrom, kind: 'recorded', relatedId: null }, ...entries];
    },
    whatIfRetracted: async (claimId, asked) =>
      toStale(await claims.fallout((await findClaim(claimId)).id), asked),
    forget: async (claimId, reason) => decide('forget', [(await findClaim(claimId)).id], reason),
    acknowledge: async (id, reason) => {
      const { newer, older } = await findContradiction(id);
      await decide('acknowledge', [newer.id, older.id], reason);
    },
    resolve: async (id, winnerId, reason) => {
      const { newer, older } = await findContradiction(id);
      if (winnerId !== newer.id && winnerId !== older.id) {
        throw new MemoryError(`claim ${winnerId} is not part of contradiction ${id}`, {
          code: 'NOT_A_PARTY',
          hint: `Name ${newer.id} or ${older.id}.`,
        });
      }
      await decide('resolve', winnerId === newer.id ? [newer.id, older.id] : [older.id, newer.id], reason);
    },
    revalidate: async (claimId, reason) => {
      const claim = await findClaim(claimId);
      const despite = await fallenUnder(claim.id);
      await decide('revalidate', [claim.id, ...despite], reason);
    },
  };
}

function sectionOf({ notePath, headingPath }: Claim): string {
  return [notePath, ...headingPath].join('\u0000');
}
