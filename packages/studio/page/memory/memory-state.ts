import { signal } from '@preact/signals';
import type { WrittenRoutes } from '../../src/api/page-routes.ts';
import { post, Refusal } from '../server.ts';

export const fault = signal<string | null>(null);

/** How an action is undone. */
type Undo = {
  [At in keyof WrittenRoutes]: readonly [route: At, takes: WrittenRoutes[At]['takes']];
}['memory/restore' | 'memory/undo-session'];

/** The last action, and how to undo it. */
export const done = signal<{ readonly says: string; readonly undo: Undo } | null>(null);

/** Increments after every action. */
export const times = signal(0);

/** Posts to a route, passes its result on, and shows the error if it failed. */
export async function act<At extends keyof WrittenRoutes>(
  route: At,
  takes: WrittenRoutes[At]['takes'],
  then: (result: WrittenRoutes[At]['gives']) => void,
): Promise<void> {
  try {
    fault.value = null;
    then(await post(route, takes));
    times.value++;
  } catch (error) {
    fault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
  }
}

/** Undoes the last action. */
export async function undo(): Promise<void> {
  if (done.value === null) return;
  const [route, takes] = done.value.undo;
  await act<typeof route>(route, takes, () => {
    done.value = null;
  });
}
