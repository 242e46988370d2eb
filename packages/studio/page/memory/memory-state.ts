import { signal } from '@preact/signals';
import type { WrittenRoutes } from '../../src/api/page-routes.ts';
import { post, Refusal } from '../server.ts';

export const fault = signal<string | null>(null);

/** How something is taken back. */
type Undo = {
  [At in keyof WrittenRoutes]: readonly [route: At, takes: WrittenRoutes[At]['takes']];
}['memory/restore' | 'memory/undo-session'];

/** What was done last, and how it is taken back. */
export const done = signal<{ readonly says: string; readonly undo: Undo } | null>(null);

/** Counts up whenever something was done. */
export const times = signal(0);

/** Sends to a route, hands on what it gives, and shows what stood in the way. */
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

/** Takes back what was done last. */
export async function undo(): Promise<void> {
  if (done.value === null) return;
  const [route, takes] = done.value.undo;
  await act<typeof route>(route, takes, () => {
    done.value = null;
  });
}
