import type { Claim, ClaimReader, Decision, Edge, IndexFailure, StoredNote } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { MemoryReview, ReviewedContradiction, StaleClaim } from './memory-review.ts';

/** The input of maintenance: the claims that may be shown, with their status. */
export interface VaultFacts {
  /** Live claims of public and private notes, in file order; none from generated pages. */
  readonly claims: readonly Claim[];
  readonly claimById: ReadonlyMap<ClaimId, Claim>;
  /** Notes that may be shown. */
  readonly notes: readonly StoredNote[];
  /** The number of notes that may not be shown. */
  readonly secretNotes: number;
  readonly contradictions: readonly ReviewedContradiction[];
  /** Stale claims of notes; those of generated pages are left out. */
  readonly stale: readonly StaleClaim[];
  readonly decisions: readonly Decision[];
  readonly questions: readonly Claim[];
  readonly failures: readonly IndexFailure[];
  /** `depends_on` and `derives` between claims of notes. */
  readonly dependencies: readonly Edge[];
}

/** The dependencies of reading facts. */
interface FactPorts {
  readonly claims: ClaimReader;
  /** False leaves out claims from conversations. */
  readonly conversations: boolean;
  readonly review: Pick<MemoryReview, 'contradictions' | 'stale' | 'decisions' | 'openQuestions'>;
}

const SHOWN = ['public', 'private'] as const;

/** Reads the facts once for all tasks of one maintenance run. */
export async function readVaultFacts({
  claims: reader,
  review,
  conversations,
}: FactPorts): Promise<VaultFacts> {
  const { claims } = await reader.listClaims({ bands: SHOWN, conversations });
  const claimById = new Map(claims.map((claim) => [claim.id, claim]));
  const all = (await reader.notes()).filter(({ type }) => conversations || type !== 'conversation');
  const paths = new Set(all.map(({ path }) => path));
  const notes = all.filter(({ band }) => band !== 'secret');
  const secretPaths = new Set(all.filter(({ band }) => band === 'secret').map(({ path }) => path));
  const [contradictions, stale] = [await review.contradictions(), await review.stale()];
  const edges = await reader.edges({ types: ['depends_on', 'derives'] });
  return {
    claims,
    claimById,
    notes,
    secretNotes: all.length - notes.length,
    contradictions: contradictions.filter(
      ({ newer, older }) =>
        newer.band !== 'secret' &&
        older.band !== 'secret' &&
        paths.has(newer.notePath) &&
        paths.has(older.notePath),
    ),
    stale: stale.filter(({ claim }) => claimById.has(claim.id)),
    decisions: (await review.decisions()).filter(({ id }) => claimById.has(id)),
    questions: (await review.openQuestions()).filter(({ id }) => claimById.has(id)),
    failures: (await reader.failures()).filter(({ notePath }) => !secretPaths.has(notePath)),
    dependencies: edges.filter(({ from }) => claimById.has(from)),
  };
}

/** Keys of frontmatter that file a note, and say nothing about the world. */
const FILING = new Set(
  'id title type date region source privacy created updated summary tags refs status valid_from valid_until confidence aliases'.split(
    ' ',
  ),
);

/** True for a claim that was made from one of Memora's own frontmatter keys. */
export function isFiling({ predicate, headingPath, confidence }: Claim): boolean {
  return headingPath.length === 0 && confidence === 1 && FILING.has(predicate.toLowerCase());
}
