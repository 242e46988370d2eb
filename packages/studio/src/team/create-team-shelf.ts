import type { SourceChange, SourceView } from '../ask/answer-view.ts';
import type { TeamProof, TeamSource } from './team-source.ts';
import type { KeptTeamAnswer } from './to-team-answer.ts';

/** Maximum number of answers that can be opened; the oldest is dropped. */
const MOST_KEPT = 40;
/**
 * Number of the newest answers whose lines are checked again after a publication. Each check is a call that
 * the server counts.
 */
const MOST_FOLLOWED = 3;

/** The answers that a team's pages show. */
export interface TeamShelf {
  readonly keep: (answer: KeptTeamAnswer) => void;
  /** A cited place, and what the server finds there now; null if the answer is no longer kept. The proof is null if the place has no claim. */
  readonly find: (
    id: string,
    number: number,
  ) => Promise<{ readonly source: SourceView; readonly proof: TeamProof | null } | null>;
  /** Checks the lines of the newest answers and returns those whose state changed. */
  readonly check: () => Promise<readonly SourceChange[]>;
}

/** True if the server has just found the bytes of a claim in its note. */
export function isIntact({ exists, span_intact: intact }: TeamProof): boolean {
  return exists && intact === true;
}

export function createTeamShelf({ ask }: Pick<TeamSource, 'ask'>): TeamShelf {
  const answers = new Map<string, KeptTeamAnswer & { readonly told: Map<number, SourceChange> }>();
  const prove = (claim: string) => ask<TeamProof>('memora_verify_claim', { claim_id: claim });
  return {
    keep: (answer) => {
      answers.set(answer.view.id, { ...answer, told: new Map() });
      const [oldest] = answers.keys();
      if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
    },
    find: async (id, number) => {
      const { view, claims } = answers.get(id) ?? {};
      const source = view?.sources.find((each) => each.number === number);
      if (source === undefined) return null;
      const claim = claims?.get(number) ?? null;
      return { source, proof: claim === null ? null : await prove(claim) };
    },
    check: async () => {
      const found: (() => SourceChange)[] = [];
      for (const { view, claims, told } of [...answers.values()].slice(-MOST_FOLLOWED))
        for (const [number, claim] of claims) {
          if (claim === null) continue;
          const proof = await prove(claim);
          const change: SourceChange = isIntact(proof)
            ? { answer: view.id, number, state: 'same', now: null }
            : { answer: view.id, number, state: 'changed', now: proof.current_text };
          const before = told.get(number) ?? { state: 'same', now: null };
          if (change.state !== before.state || change.now !== before.now)
            found.push(() => {
              told.set(number, change);
              return change;
            });
        }
      // Applied only after all checks: if one fails, the next round finds all changes again.
      return found.map((tell) => tell());
    },
  };
}
