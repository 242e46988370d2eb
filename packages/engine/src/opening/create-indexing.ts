import { lazily } from '../concurrency/lazily.ts';
import { describeIgnored } from '../config/index.ts';
import type { IndexPorts } from '../indexing/index-memory.ts';
import type { IndexOptions, IndexResult, Memory } from '../memory.ts';
import { throwOurs } from '../store/throw-ours.ts';
import type { Session } from './open-session.ts';

/** Options of an indexing run; the parts of a memory may also name the notes that it is about. */
export type IndexRun = IndexOptions & {
  readonly paths?: readonly string[];
  /** How long another process may hold the database before the run gives up with `DATABASE_BUSY`; ten seconds by default. */
  readonly patienceMs?: number;
};

interface Indexing extends Pick<Memory, 'extract' | 'capture' | 'indexNotes' | 'previewNote' | 'autofill'> {
  readonly index: (wanted?: IndexRun) => Promise<IndexResult>;
}

/** Kept, because importing a loaded module again takes longer than one step of a save. */
const loadCapture = lazily(() => import('../indexing/capture-note.ts'));
const loadPreview = lazily(() => import('../indexing/preview-note.ts'));

/** Updates claims from notes, and writes notes. Loads the code of each operation on its first call. */
export function createIndexing(session: Session): Indexing {
  const { vault, config, write } = session;
  const ports = toIndexPorts(session);
  return {
    index: (wanted = {}) => write(() => indexOnce(session, ports, wanted)),
    extract: async (note) => {
      const { previewExtraction } = await import('../indexing/preview-extraction.ts');
      return previewExtraction(note, ports);
    },
    capture: (note, asked = {}) =>
      write(async () => {
        const { captureNote } = await loadCapture();
        return captureNote(note, asked, ports).catch(throwOurs(session.indexPath));
      }),
    indexNotes: (paths, asked = {}) =>
      write(async () => {
        const { indexNotes } = await loadCapture();
        return indexNotes(paths, asked, ports).catch(throwOurs(session.indexPath));
      }),
    previewNote: async (path, bytes) => {
      const { previewNote } = await loadPreview();
      return previewNote(path, bytes, ports);
    },
    autofill: (asked = {}) =>
      write(async () => {
        const { autofillNotes } = await import('../indexing/autofill-notes.ts');
        return autofillNotes(vault, config, asked);
      }),
  };
}

async function indexOnce(
  { settings, store, learned, vault, indexPath }: Session,
  ports: IndexPorts,
  wanted: IndexRun,
): Promise<IndexResult> {
  // A question does not need the code for parsing and extracting, which is large.
  const { indexMemory } = await import('../indexing/index-memory.ts');
  // A caller that gave up waiting gets no result.
  wanted.signal?.throwIfAborted();
  using _patience = wanted.patienceMs === undefined ? null : await waitAtMost(store, wanted.patienceMs);
  const indexed = await indexMemory(wanted, ports).catch(throwOurs(indexPath));
  if (wanted.dryRun !== true) await learned.forgetGone(await store.read());
  const ignored = describeIgnored(settings, vault.root).map(({ detail, remedy }) => `${detail}. ${remedy}`);
  const { describeLedger } = await import('../upkeep/doctor/check-ledger.ts');
  const ledger = await describeLedger(vault.root);
  const lines = ledger === null ? [] : [`${ledger.detail}. ${ledger.remedy}`];
  return { ...indexed, notices: [...store.notices(), ...ignored, ...lines] };
}

/** Waits this long for another process that writes, or until it is disposed. One run writes at a time. */
async function waitAtMost(store: Session['store'], patienceMs: number): Promise<Disposable> {
  const { database } = await store.write();
  const before = database.pragma('busy_timeout', { simple: true });
  database.pragma(`busy_timeout = ${patienceMs}`);
  return { [Symbol.dispose]: () => database.pragma(`busy_timeout = ${Number(before)}`) };
}

/** The dependencies of indexing. */
export function toIndexPorts({ vault, env, config, store, vectors, model, options }: Session): IndexPorts {
  return {
    vault,
    env,
    config,
    store,
    vectors,
    extractor: async () => {
      if (options.extractor !== undefined) return options.extractor;
      if (config.indexing.extractor === 'offline') return null;
      const { openExtractor } = await import('../models/open-extractor.ts');
      return openExtractor(config, model);
    },
    judge: async () => {
      if (config.claims.judge === 'rules') return null;
      const { openJudge } = await import('../models/open-judge.ts');
      return openJudge({ config, model, vault });
    },
  };
}
