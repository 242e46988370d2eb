import { randomBytes } from 'node:crypto';
import { type RememberPorts, rememberMemory } from '../remember/remember-memory.ts';
import type { Session, SessionOptions } from './session.ts';

/** Begins a session. `maxSaves` is null for no limit. */
export function createSession(
  { id = `ses_${randomBytes(8).toString('hex')}` }: SessionOptions,
  maxSaves: number | null,
  ports: RememberPorts,
): Session {
  let saves = 0;
  const state = {
    id,
    savesLeft: () => (maxSaves === null ? null : Math.max(0, maxSaves - saves)),
    countSave: () => void saves++,
  };
  return { id, remember: (item) => rememberMemory(item, state, ports) };
}
