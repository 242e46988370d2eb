import type { RehearsedRequest } from '@memora/privacy';
import type { Memory } from '../memory.ts';
import { createPrivacyActs } from '../privacy/create-privacy-acts.ts';
import type { IndexRun } from './create-indexing.ts';
import type { Session } from './open-session.ts';

/** The parts of a memory that the privacy operations need. */
interface PrivacyParts {
  readonly index: (wanted?: IndexRun) => Promise<unknown>;
  /** The same memory opened a second time, with an egress that shows requests instead of sending them. */
  readonly reopen: (tell: (request: RehearsedRequest) => void) => Promise<Memory>;
}

/** Audits, erases and backs up. */
export function createPrivacy(
  { vault, env, config, store, restore, keys, readNote, write, learned, access, verdicts }: Session,
  { index, reopen }: PrivacyParts,
): Pick<Memory, 'audit' | 'erase' | 'backup' | 'restore' | 'rotateKey'> {
  return createPrivacyActs({
    vault,
    env,
    config,
    store,
    readNote,
    write,
    index: (paths) => index({ writeNotes: false, paths }),
    reopen,
    restore,
    keys,
    erased: async () => {
      const opened = await store.read();
      await learned.forgetGone(opened);
      await verdicts.forget();
      await access.keepOnly(new Set((await opened.notes()).map(({ noteId }) => noteId)));
    },
  });
}
