import type { ClaimReader, LedgerEntry } from '@memora/claims';
import type { Memory } from '../memory.ts';
import type { MemoryReview } from '../upkeep/review/memory-review.ts';
import { readVaultFacts } from '../upkeep/review/vault-facts.ts';
import { NOWHERE, type TeamSession } from './team-session.ts';

interface ChallengeTeamPorts extends Pick<TeamSession, 'settings' | 'readNote' | 'now'> {
  readonly claims: ClaimReader;
  readonly review: MemoryReview;
  /** The decisions, for the claims that they currently refer to. */
  readonly readEntries: () => Promise<readonly LedgerEntry[]>;
}

/** Looks for things that need attention in a shared memory. Nothing is stored, because the database is only read. */
export function createTeamChallenge(ports: ChallengeTeamPorts): Memory['challenge'] {
  const { settings, claims, review, readNote, now, readEntries } = ports;
  const { retrieval, privacy } = settings.config;
  return async (asked = {}) => {
    const { challengeMemory } = await import('../upkeep/challenge/challenge-memory.ts');
    const { challengeFacts } = await import('../upkeep/challenge/challenge-facts.ts');
    const { readNoteLinks } = await import('../upkeep/challenge/note-links.ts');
    const { createNoteWords } = await import('../upkeep/challenge/note-words.ts');
    const { signal } = asked;
    return challengeMemory(
      { ...asked, dryRun: true },
      {
        vaultRoot: NOWHERE,
        now,
        readFacts: () => readVaultFacts({ claims, review, conversations: retrieval.conversations }),
        challenge: async (facts) => {
          const links = await readNoteLinks(facts, {
            vaultRoot: NOWHERE,
            readNote,
            defaultBand: privacy.defaultNotePrivacy,
            dryRun: true,
            signal,
          });
          const entries = await readEntries();
          return challengeFacts(facts, {
            now: now(),
            links,
            words: createNoteWords(readNote),
            // Entries are already current. A mark requires the key of the vault that made it.
            ledger: { entries, resolveLedger: async (all) => [...all], markClaims: async () => [] },
          });
        },
      },
    );
  };
}
