import { dirname, join } from 'node:path';
import type { Claim } from '@memora/claims';
import { sliceSpan } from '@memora/core';
import type { RehearsedRequest } from '@memora/privacy';
import { verifyCitations, verifyStream } from '@memora/validator';
import { openVault } from '@memora/vault';
import type { AnswerPorts } from './answer/answer-question.ts';
import { askMemory } from './answer/ask-memory.ts';
import { createFence } from './answer/create-fence.ts';
import { loadEnforcedDetector } from './answer/read-source-lines.ts';
import { describeIgnored, loadConfig } from './config/index.ts';
import { namesOwnEndpoint } from './config/names-own-endpoint.ts';
import { createTurns } from './create-turns.ts';
import { findChangedNotes } from './find-changed-notes.ts';
import { createAcknowledge } from './maintain/create-acknowledge.ts';
import { createMaintenance } from './maintain/create-maintenance.ts';
import type {
  IndexOptions,
  Memory,
  MemoryEvent,
  OpenMemoryOptions,
  VerifyOptions,
  WatchMemoryOptions,
} from './memory.ts';
import { openAnswerModel } from './open-answer-model.ts';
import { openOwnStore } from './open-own-store.ts';
import { openSearch } from './open-search.ts';
import { createPrivacyActs } from './privacy/create-privacy-acts.ts';
import { createLiveClaims, withLiveBands } from './privacy/live-bands.ts';
import { openExits } from './privacy/open-exits.ts';
import { readSpans } from './privacy/read-spans.ts';
import { createReview } from './review/create-review.ts';
import { createLedgerPorts } from './review/ledger-ports.ts';
import { shareReads } from './share-reads.ts';
import { createLazyReader } from './store-handle.ts';
import { type AskedAsOf, toAsOf } from './to-as-of.ts';
import { toCitableLookup, type Withholding } from './to-citable-lookup.ts';
import { toMissingNote } from './to-missing-note.ts';
import { createLearnedUse } from './use/learn-from-use.ts';
import { openVectors } from './vectors/open-vectors.ts';

/**
 * Opens a vault as a memory. Nothing is written until `index`; the database opens when it is first needed.
 * Throws `VAULT_NOT_FOUND`, `VAULT_NOT_A_FOLDER`, `VAULT_UNREADABLE` or `CONFIG_INVALID`.
 *
 * @example
 * await using memory = await openMemory({ vault: './notes' });
 * await memory.index();
 * const { cleanText } = await memory.ask('Who owns the roadmap?');
 */
export async function openMemory(options: OpenMemoryOptions): Promise<Memory> {
  return openWith(options);
}

/** With `rehearse`, every request through the door is shown to it and none is sent. */
async function openWith(
  options: OpenMemoryOptions,
  rehearse?: (request: RehearsedRequest) => void,
): Promise<Memory> {
  const env = options.env ?? process.env;
  const { root } = await openVault(options.vault);
  const settings = await (options.loadConfig ?? ((vault) => loadConfig({ vault, env })))(root);
  const { config } = settings;
  if (config.privacy.detector === 'enforce') await loadEnforcedDetector();
  const vault = await openVault(root, { config: { exclude: config.indexing.exclude } });
  const opened = openOwnStore(root, config, env, () => vectors.index());
  const { path, codec, installation, own, store } = opened;
  const readNote = shareReads((path) => vault.readNote(path).catch(toMissingNote));
  const bandSettings = { defaultBand: config.privacy.defaultNotePrivacy, detector: config.privacy.detector };
  const live = createLiveClaims({
    root,
    store: store.read,
    readNote,
    settings: bandSettings,
  });
  const claims = withLiveBands(createLazyReader(store.read), live);
  const { guard, door } = openExits({ root, vault, claims, config, env, rehearse });
  const vectors = openVectors({
    config: config.embed,
    door,
    env,
    isNamedByUser: namesOwnEndpoint(settings, 'embed.endpoint'),
    own: options.embedder,
    guard,
    folder: env['MEMORA_VECTOR_INDEX'],
    encrypted: config.privacy.encryptDatabase,
    installation,
  });
  const readBytes = async (claim: Claim) => {
    const bytes = await readNote(claim.notePath);
    return bytes === null ? null : sliceSpan(bytes, claim.span);
  };
  const citableAt = (withhold: Withholding, asOf?: AskedAsOf) =>
    toCitableLookup({ store: store.read, readBytes, live, asOf, withhold });
  const citable = citableAt('none');
  const isIntact = async (claim: Claim) => {
    const span = await readBytes(claim);
    return span !== null && (await store.read()).matchesSpan(claim.id, span);
  };
  // Never what stands at the old place of a claim now: after an edit that is another text, and may be a secret one. Nor what
  // has become secret since the caller learned of the claim.
  const readSpan = async (claim: Claim) => {
    const now = await live.read(claim);
    return now.claim.band === 'secret' && claim.band !== 'secret' ? null : now.text;
  };

  const learned = createLearnedUse({
    path: join(dirname(path), 'use.db'),
    own,
    // A rehearsal is no use.
    enabled: config.retrieval.learnFromUse && rehearse === undefined,
  });
  const { query, startAfresh } = openSearch({ config, store, vectors, learned, live, model: () => model });

  const named: Memory['nameNotes'] = async (paths) => {
    const { nameNotes } = await import('./privacy/name-notes.ts');
    const ofCodec = async () => (await codec()).codec;
    return nameNotes(paths, { claims, readNote, codec: ofCodec, settings: bandSettings });
  };

  const inTurn = createTurns();
  // A retriever may remember what it read; the one after a write starts afresh.
  const write = <T>(task: () => Promise<T>) => inTurn(() => task().finally(startAfresh));
  const model = openAnswerModel({ settings, env, options, door, guard });
  const close = async () => {
    await startAfresh();
    await store.close();
    await learned.close();
    await codec.close((opened) => opened.close());
  };

  const extractor = async () => {
    const { openExtractor } = await import('./open-extractor.ts');
    return openExtractor(config, model);
  };
  const judge = async () => {
    if (config.claims.judge === 'rules') return null;
    const { openJudge } = await import('./open-judge.ts');
    return openJudge({ config, model, readSpan });
  };
  const indexing = { vault, env, config, store, extractor, judge, vectors };
  const index = (wanted: IndexOptions & { readonly paths?: readonly string[] } = {}) =>
    write(async () => {
      // Parsing and extracting are much code that a question never needs.
      const { indexMemory } = await import('./index-memory.ts');
      const indexed = await indexMemory(wanted, indexing);
      if (wanted.dryRun !== true) await learned.forgetGone(await store.read());
      const ignored = describeIgnored(settings, root).map(({ detail, remedy }) => `${detail}. ${remedy}`);
      return { ...indexed, notices: [...store.notices(), ...ignored] };
    });
  const ledger = createLedgerPorts(store);
  const review = createReview({
    vault: root,
    claims,
    ...ledger,
    readSpan,
    index: () => index({ writeNotes: false }),
  });
  const now = options.now ?? (() => new Date());
  const maintenance = createMaintenance({
    vault,
    config,
    store,
    claims,
    citable: citableAt('all'),
    review,
    readNote,
    write,
    now,
    model,
    policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
    isIntact,
  });
  const answering: AnswerPorts = {
    // What is cited is ordered by the question alone.
    retrieve: (text, asked) => query(text, { ...asked, salience: false }),
    claims: citable,
    sources: readNote,
    readSpan,
    isIntact,
    fence: createFence(async () => (await codec()).codec),
    changedNotes: (paths) => findChangedNotes(paths, root, store),
    model,
    policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
  };
  const toVerification = ({ allowedIds, asOf, reveal, signal }: VerifyOptions) => ({
    claims: citableAt(reveal === true ? 'none' : 'standing', asOf),
    sources: readNote,
    ...(allowedIds === undefined ? {} : { allowedIds: [...allowedIds] }),
    ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
    ...(signal === undefined ? {} : { signal }),
  });

  async function* watch(asked: WatchMemoryOptions = {}): AsyncGenerator<MemoryEvent> {
    const { watchMemory } = await import('./watch-memory.ts');
    const { maintainBeside } = await import('./schedule/maintain-beside.ts');
    yield* watchMemory(asked, {
      vault,
      config,
      index,
      maintain:
        asked.maintain === false
          ? null
          : maintainBeside({ vaultRoot: root, config, maintenance, review, clock: asked.clock, now }),
    });
  }
  const report: Memory['report'] = async (asked = {}) => {
    const { createReporting } = await import('./report/create-reporting.ts');
    const write = createReporting({
      vault: root,
      store,
      claims,
      review,
      findItems: maintenance.findItems,
      readNote,
      citable,
      detector: config.privacy.detector,
      defaultBand: config.privacy.defaultNotePrivacy,
    });
    return write(asked);
  };

  return {
    ...review,
    consolidate: maintenance.consolidate,
    challenge: maintenance.challenge,
    worldMap: maintenance.worldMap,
    atlas: maintenance.atlas,
    acknowledge: createAcknowledge({
      vault: root,
      review,
      ...ledger,
      findItems: maintenance.findItems,
    }),
    vault: root,
    settings,
    claims,
    guard,
    revision: store.revision,
    index: (wanted = {}) => index(wanted),
    extract: async (note) => {
      const { previewExtraction } = await import('./preview-extraction.ts');
      return previewExtraction(note, indexing);
    },
    watch,
    capture: (note, asked = {}) =>
      write(async () => {
        const { captureNote } = await import('./capture-note.ts');
        return captureNote(note, asked, indexing);
      }),
    autofill: (asked = {}) =>
      write(async () => {
        const { autofillNotes } = await import('./autofill-notes.ts');
        return autofillNotes(vault, config, asked);
      }),
    query,
    ask: (text, asked = {}) => askMemory(text, asked, { ...answering, citableAt, learned, live }),
    use: learned.status,
    resetUse: learned.reset,
    prompt: async (text, asked = {}) => {
      const { promptFor } = await import('./answer/prompt-for.ts');
      return promptFor(text, asked, answering);
    },
    verify: (answer, asked = {}) => verifyCitations(answer, toVerification(asked)),
    judge: async (report, asked = {}) => {
      const { judgeReport } = await import('./judge/judge-report.ts');
      return judgeReport(report, asked, model);
    },
    verifyStream: (asked = {}) => verifyStream(toVerification(asked)),
    readNote,
    nameNotes: named,
    findSpan: async (claim) => (await live.read(claim)).span,
    readSpans: (wanted, asked) => readSpans(wanted, live, asked),
    receipt: async (report) => {
      const { createReceipt } = await import('./create-memory-receipt.ts');
      return createReceipt(report, { claims: citable, sources: readNote });
    },
    ...createPrivacyActs({
      vault,
      env,
      config,
      store,
      readNote,
      write,
      index: (paths) => index({ writeNotes: false, paths }),
      reopen: (tell) => openWith(options, tell),
      restore: opened.restore,
      erased: async () => learned.forgetGone(await store.read()),
    }),
    report,
    serveReport: async (asked = {}) => {
      const { serveReport } = await import('./report/serve-report.ts');
      return serveReport(asked, { report, revision: store.revision, watch });
    },
    doctor: async (asked = {}) => {
      const { createDoctor } = await import('./doctor/create-doctor.ts');
      const examine = createDoctor({
        vault,
        settings,
        store,
        readNote,
        env,
        keyProblem: async () => (await codec()).reason,
        nameNotes: named,
        indexPath: path,
        index,
      });
      return examine(asked);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
