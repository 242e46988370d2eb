import { checkFact, type DetectBand, type FactReport } from '@memora/claims';
import type { Retriever } from '@memora/retrieval';
import { type ClaimLookup, verifyCitations, verifyStream } from '@memora/validator';
import { type AskedQuestion, answerAsked, findAsked, promptAsked } from '../answer/answer-asked.ts';
import { loadEnforcedDetector } from '../answer/evidence/read-source-lines.ts';
import { findCitableUnits, type KnownUnits } from '../answer/passages/citable-units.ts';
import { searchRetriever } from '../answer/passages/search-retriever.ts';
import { lazily } from '../concurrency/lazily.ts';
import { loadConfig } from '../config/index.ts';
import { findStandingClaims, readStandingIn } from '../lookup/find-standing-claims.ts';
import type { SearchOptions } from '../lookup/open-search.ts';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup, type Withholding } from '../lookup/to-citable-lookup.ts';
import { toVerification } from '../lookup/to-verification.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { refuseClosed } from '../opening/refuse-closed.ts';
import { createLazyReader } from '../store/store-handle.ts';
import { keepNotesOfQuestion } from '../team/keep-notes-of-question.ts';
import { NOWHERE } from '../team/team-session.ts';
import { openFactExits } from './fact-exits.ts';
import { openFactIndex } from './fact-index.ts';
import type { FactMemory, OpenFactMemoryOptions } from './fact-memory.ts';
import { createFactReads } from './fact-reads.ts';
import { createFactRetriever } from './fact-retriever.ts';

/** Opens the facts of a store as a memory, which uses the same answering code as notes with other dependencies. Throws `CONFIG_INVALID`. */
export async function openFactMemory(options: OpenFactMemoryOptions): Promise<FactMemory> {
  const { store, extractor, retriever: own, reranker, now = () => new Date(), env = process.env } = options;
  const settings = await (options.loadConfig ?? (() => loadConfig({ env })))();
  const { config } = settings;
  const isEnforced = config.privacy.detector === 'enforce';
  if (isEnforced) await loadEnforcedDetector();
  const detect = isEnforced ? await loadBandDetector() : undefined;
  // A fact keeps its own band, or gets a stricter one.
  const bandSettings = { defaultBand: 'public', detector: config.privacy.detector } as const;
  const reads = createFactReads(store, () => guard.invalidate());
  const { guard, model, judge, embedder } = openFactExits({
    ...options,
    hidden: reads.hidden,
    settings,
    env,
  });
  // The caller's own retriever replaces vectors.
  const ofVectors = own === undefined ? embedder : null;
  const index = lazily(() => openFactIndex({ reads, extractor, detect, embedder: ofVectors, now }));
  const units: KnownUnits = new Map();
  const indexAll = async (signal?: AbortSignal): Promise<FactReport> => {
    const opened = await index();
    const facts = [];
    for await (const fact of reads.list()) {
      signal?.throwIfAborted();
      facts.push(fact);
    }
    const there = new Set(facts.map(({ id }) => id));
    const gone = [...opened.ids()].filter((id) => !there.has(id));
    return opened.put(facts, gone, signal);
  };
  /** With the caller's own retriever, each question adds the facts that it finds. */
  const filled = lazily(async () => (own === undefined ? indexAll() : null));
  let isFilled = false;
  const ready = async () => {
    const opened = await index();
    if (isFilled) opened.embedLater();
    await filled();
    isFilled = true;
    return opened;
  };

  async function openQuestion(): Promise<FactQuestion> {
    const opened = await ready();
    const notes = keepNotesOfQuestion(reads.bytes);
    const { getClaims, matchesSpan } = opened.store;
    const readers = createNoteReaders({
      root: NOWHERE,
      store: async () => ({ getClaims, matchesSpan, stampOf: () => null }),
      readNote: notes.readNote,
      settings: bandSettings,
    });
    const { live, readBytes } = readers;
    const retriever = createFactRetriever({ index: opened, reads, own, reranker, learn: notes.learn });
    const claimsOf = async (notePath: string) =>
      live.tighten((await opened.store.listClaims({ notePath })).claims);
    const findClaims = (text: string, asked: SearchOptions) =>
      findStandingClaims(text, asked, {
        ...{ retriever, config, live },
        isAnyKnown: async (known) => (await opened.store.countClaims({ asOf: { known }, limit: 1 })) > 0,
      });
    const citableAt = (withhold: Withholding, asOf?: AskedAsOf): ClaimLookup =>
      toCitableLookup({
        store: async () => ({ getClaims, matchesSpan, stampOf: () => null }),
        ...{ readBytes, live, asOf, withhold },
        units: (ids, showsSecrets) =>
          findCitableUnits(ids, {
            ...{ known: units, bandSettings, claimsOf, showsSecrets },
            readNote: notes.readNote,
          }),
      });
    return {
      ...{ ...notes, ...readers, config, units, judge, bandSettings, now, reranker, claimsOf, findClaims },
      ...{ citableAt, retriever },
      findPassages: (text, asked) => searchRetriever(retriever.passages, text, asked, config),
      claimsIn: (passages, asked) => readStandingIn(passages, asked, { retriever, config, live }),
      findBehind: async ({ moved }) => [...new Set(moved)].sort(),
      findChanged: async () => [],
      revision: async () => String(opened.revision()),
      fence: async () => undefined,
      // A model call takes time: the facts are read again when its answer is checked.
      model: model && { ...model, write: (...given) => model.write(...given).finally(notes.renew) },
    };
  }

  const put = async (facts: Parameters<FactMemory['put']>[0]): Promise<FactReport> => {
    const opened = await index();
    const checked = facts.map((fact) => ({ fact, failure: checkFact(fact, detect) }));
    const failures = checked.flatMap(({ failure }) => failure ?? []);
    const refused = new Set(failures.map(({ id }) => id));
    const good = checked.flatMap(({ fact, failure }) =>
      failure !== null || refused.has(fact.id) ? [] : [fact],
    );
    if (good.length > 0) await store.put(good);
    // Read again after writing: a store may change its input.
    const kept = await reads.get(good.map(({ id }) => id));
    const report = await opened.put(kept.values());
    return { ...report, failures: [...failures, ...report.failures] };
  };
  const close = () => index.close((opened) => opened.close());
  return refuseClosed({
    settings,
    guard,
    claims: createLazyReader(async () => (await ready()).store),
    put,
    remove: async (ids) => {
      await store.remove(ids);
      await (await index()).put([], ids);
    },
    index: async ({ ids, signal } = {}) => {
      if (ids === undefined) return indexAll(signal);
      const facts = await reads.get(ids);
      const gone = ids.filter((id) => !facts.has(id));
      return (await index()).put(facts.values(), gone, signal);
    },
    query: async (text, asked = {}) => {
      const { moved, ...found } = await (await openQuestion()).findClaims(text, asked);
      return { ...found, behind: [...new Set(moved)].sort() };
    },
    passages: async (text, asked = {}) => findAsked(text, asked, await openQuestion()),
    ask: async (text, asked = {}) => answerAsked(text, asked, await openQuestion()),
    prompt: async (text, asked) => promptAsked(text, asked, await openQuestion()),
    verify: async (answer, asked = {}) => {
      const { citableAt, readNote } = await openQuestion();
      return verifyCitations(answer, toVerification({ citableAt, readNote, bandSettings }, asked));
    },
    verifyStream: (asked = {}) => {
      const question = lazily(openQuestion);
      return verifyStream(
        toVerification(
          {
            citableAt:
              (...given) =>
              async (ids) =>
                (await question()).citableAt(...given)(ids),
            readNote: async (path) => (await question()).readNote(path),
            bandSettings,
          },
          asked,
        ),
      );
    },
    judge: async (report, asked = {}) => {
      const { judgeReport } = await import('../judge/judge-report.ts');
      return judgeReport(report, asked, model);
    },
    close,
    [Symbol.asyncDispose]: close,
  } satisfies FactMemory);
}

async function loadBandDetector(): Promise<DetectBand> {
  const { createBandDetector } = await import('../privacy/create-band-detector.ts');
  return createBandDetector();
}

type FactQuestion = AskedQuestion & { readonly retriever: Retriever };
