import { createNoteReaders } from './create-note-readers.ts';
import { createNoteSnapshot, type NoteSnapshot } from './create-note-snapshot.ts';
import type { Session } from './open-session.ts';

/** A session in which each note is read once, so that the checked bytes are the shown bytes. */
export interface Question extends Session, Pick<NoteSnapshot, 'renew'> {
  readonly snapshot: NoteSnapshot;
  /** Keeps the bytes against which the results of a question were checked, so that they can be shown; `given` are answers, hits and claims. */
  readonly remember: (given: Iterable<object>) => void;
}

const questionBy = new WeakMap<object, Question>();

/**
 * Opens a question of a session. With `kept`, notes that earlier questions read are not read again while
 * their files are unchanged.
 */
export function openQuestion(session: Session, { kept = false }: { readonly kept?: boolean } = {}): Question {
  const { vault, store, bandSettings, model } = session;
  const snapshot = createNoteSnapshot({
    root: vault.root,
    readNote: session.readNote,
    kept: kept ? session.keptNotes : undefined,
    at: session.lookedAt,
  });
  const { readNote, renew, waitFor } = snapshot;
  const readers = createNoteReaders({
    root: vault.root,
    store: store.read,
    readNote,
    settings: bandSettings,
    ...(kept ? { kept: snapshot } : {}),
  });
  const question: Question = {
    ...session,
    ...readers,
    readNote,
    snapshot,
    renew,
    query: (text, asked) => session.query(text, asked, readers.live),
    claimsIn: (passages, asked) => session.claimsIn(passages, asked, readers.live),
    model:
      model === null
        ? null
        : { ...model, write: (prompt, options) => waitFor(() => model.write(prompt, options)) },
    remember: (given) => {
      for (const each of given) questionBy.set(each, question);
    },
  };
  return question;
}

/**
 * The question that returned an object, with the notes that have not changed since; the session itself if there is none. With `path`, only that note is
 * checked, because the caller reads no other.
 */
export function questionOf(given: object | undefined, session: Session, path?: string): Session {
  const known = askedFor(given, session);
  known?.renew(path);
  return known ?? session;
}

/** The question that returned an object, with the notes as they were at that time. */
export function askedFor(given: object | undefined, session: Session): Question | undefined {
  const known = given === undefined ? undefined : questionBy.get(given);
  // The object may come from another memory.
  return known?.vault === session.vault ? known : undefined;
}
