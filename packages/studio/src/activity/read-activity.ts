import { openEgressLog } from '@memora/privacy';
import { memoraPlace } from '@memora/privacy/files';
import type { ActivityEntry } from './activity-entry.ts';

/** The newest of the log that are shown. */
const MOST = 300;

/** What left this machine, or was stopped, the newest first: sizes and places, never text. */
export function readActivity(vault: string): readonly ActivityEntry[] {
  return openEgressLog(memoraPlace(vault, 'egress.jsonl')).read().slice(-MOST).reverse();
}
