import type { ClaimReader } from '@memora/claims';
import type { VisibilityPolicy } from '@memora/privacy';
import type { ClaimLookup } from '@memora/validator';
import type { Vault } from '@memora/vault';
import { createTurns } from '../../concurrency/create-turns.ts';
import type { MemoraConfig } from '../../config/index.ts';
import { MemoryError } from '../../memory-error.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import type { BandSettings } from '../../privacy/read-note-bands.ts';
import type { StoreHandle } from '../../store/store-handle.ts';
import type { ChallengeItem } from '../challenge/challenger-report.ts';
import { pagesRootOf } from '../consolidate/pages/pages-root-of.ts';
import { createLedgerPorts } from '../review/ledger-ports.ts';
import type { MemoryReview } from '../review/memory-review.ts';
import { type ReviewMemoriesPorts, reviewMemories } from '../review/review-memories.ts';
import { readVaultFacts, type VaultFacts } from '../review/vault-facts.ts';
import type { MemoryMaintenance } from './memory-maintenance.ts';
import type { WordingPorts } from './word-claims.ts';

/** The dependencies of maintenance. */
interface MaintenancePorts {
  readonly vault: Vault;
  readonly config: MemoraConfig;
  readonly store: StoreHandle;
  readonly claims: ClaimReader;
  readonly citable: ClaimLookup;
  readonly review: MemoryReview;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly write: <T>(task: () => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  /** Words pages and questions, if there is a model. */
  readonly model: ChatModel | null;
  readonly policy: VisibilityPolicy;
  readonly bandSettings: BandSettings;
  /** Judges whether the sentences of a model follow from their citations. */
  readonly judge: WordingPorts['judge'];
  readonly access: ReviewMemoriesPorts['access'];
}

/** Consolidation and the challenger of one memory. Their code is loaded when they run. */
export function createMaintenance(ports: MaintenancePorts): MemoryMaintenance & {
  /** The current items; writes nothing. */
  readonly findItems: () => Promise<readonly ChallengeItem[]>;
  /** The name of an item in the ledger, in addition to its claim; null for an unknown item. */
  readonly tagItem: (id: string) => Promise<string | null>;
} {
  const { vault, claims, review, config } = ports;
  const inTurn = createTurns();
  const readFacts = () => readVaultFacts({ claims, review, conversations: config.retrieval.conversations });
  const ledger = createLedgerPorts(ports.store);
  const challengePorts = async (facts: VaultFacts, dryRun: boolean, signal?: AbortSignal) => {
    const { readNoteLinks } = await import('../challenge/note-links.ts');
    const { createNoteWords } = await import('../challenge/note-words.ts');
    const links = await readNoteLinks(facts, {
      vaultRoot: vault.root,
      readNote: ports.readNote,
      defaultBand: config.privacy.defaultNotePrivacy,
      dryRun,
      signal,
    });
    const now = ports.now();
    const memories = await reviewMemories(facts, { access: ports.access, now, vaultRoot: vault.root });
    return { now, links, memories, words: createNoteWords(ports.readNote) };
  };
  const challenge = async (
    facts: VaultFacts,
    dryRun: boolean,
    signal?: AbortSignal,
  ): Promise<readonly ChallengeItem[]> => {
    const { challengeFacts } = await import('../challenge/challenge-facts.ts');
    const { readLedger } = await import('@memora/claims/internal');
    const asked = await challengePorts(facts, dryRun, signal);
    const { entries } = await readLedger(vault.root);
    return challengeFacts(facts, { ...asked, ledger: { entries, ...ledger } });
  };
  const tagItem = async (id: string): Promise<string | null> => {
    const { findFindings } = await import('../challenge/challenge-facts.ts');
    const { idOfFinding } = await import('../challenge/finding.ts');
    const { markItem, reviewTag } = await import('../challenge/seen-items.ts');
    const facts = await readFacts();
    const findings = await findFindings(facts, await challengePorts(facts, true));
    const finding = findings.find((each) => idOfFinding(each) === id);
    return finding === undefined ? null : reviewTag(finding, await markItem(finding, ledger));
  };
  const locked = async <T>(
    dryRun: boolean | undefined,
    signal: AbortSignal | undefined,
    task: () => Promise<T>,
  ) => {
    if (dryRun === true) return task();
    const { holdMaintenanceLock } = await import('./hold-maintenance-lock.ts');
    return inTurn(() => holdMaintenanceLock(vault.root, signal, task));
  };

  const wording = async (model: ChatModel) => {
    const { createNoteWords } = await import('../challenge/note-words.ts');
    return {
      model,
      policy: ports.policy,
      claims: ports.citable,
      sources: ports.readNote,
      bandSettings: ports.bandSettings,
      now: ports.now,
      judge: ports.judge,
      readWords: createNoteWords(ports.readNote).read,
    };
  };
  const { pages } = config.consolidation;
  const pagesRoot = pagesRootOf(config.consolidation);
  const previewing = {
    pagesRoot,
    claims: ports.citable,
    readNote: ports.readNote,
    readFacts,
    challenge: (facts: VaultFacts) => challenge(facts, true),
  };
  return {
    worldMap: async () => (await import('../consolidate/preview-pages.ts')).previewWorldMap(previewing),
    atlas: async (region) =>
      (await import('../consolidate/preview-pages.ts')).previewAtlas(region, previewing),
    findItems: async () => challenge(await readFacts(), true),
    tagItem,
    consolidate: (asked = {}) => {
      const options = pages === 'off' ? { ...asked, dryRun: true } : asked;
      return locked(options.dryRun, options.signal, async () => {
        const { consolidateMemory } = await import('../consolidate/consolidate-memory.ts');
        const done = await consolidateMemory(options, {
          vault,
          pagesRoot,
          store: ports.store,
          claims: ports.citable,
          readNote: ports.readNote,
          write: ports.write,
          writer: options.useModel === false ? 'plain' : (ports.model?.name ?? 'plain'),
          readFacts: async () => {
            const facts = await readFacts();
            assertRegion(facts, options.region);
            return facts;
          },
          challenge: (facts) => challenge(facts, options.dryRun === true, options.signal),
          writeProse: async (region, facts) => {
            if (ports.model === null) return [];
            const { writeProse } = await import('../consolidate/write-prose.ts');
            return writeProse(region, facts, options.signal, await wording(ports.model));
          },
        });
        return pages === 'off' ? { ...done, regionsRebuilt: [], pagesWritten: [], pagesRemoved: [] } : done;
      });
    },
    challenge: (options = {}) =>
      locked(options.dryRun, options.signal, async () => {
        const { challengeMemory } = await import('../challenge/challenge-memory.ts');
        return challengeMemory(options, {
          vaultRoot: vault.root,
          now: ports.now,
          readFacts: async () => {
            const facts = await readFacts();
            assertRegion(facts, options.region);
            return facts;
          },
          challenge: async (facts, dryRun) => {
            const items = await challenge(facts, dryRun, options.signal);
            if (ports.model === null || options.useModel === false) return items;
            const { wordQuestions } = await import('../challenge/word-questions.ts');
            return wordQuestions(items, facts, options.signal, await wording(ports.model));
          },
        });
      }),
  };
}

function assertRegion({ notes }: VaultFacts, region: string | undefined): void {
  if (region === undefined) return;
  if (notes.some((note) => note.region === region || note.region.startsWith(`${region}/`))) return;
  throw new MemoryError(`no note is in the region ${JSON.stringify(region)}`, {
    code: 'REGION_NOT_FOUND',
    hint: 'A region is the folder of its notes without a leading semantic/, episodic/ or procedural/; `default` is the root.',
  });
}
