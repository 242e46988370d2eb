import { signal } from '@preact/signals';
import { post, Refusal } from '../server.ts';

export const fault = signal<string | null>(null);

/** What was done last, and how it is taken back. */
export const done = signal<{ readonly says: string; readonly undo: readonly [string, object] } | null>(null);

/** Counts up whenever something was done. */
export const times = signal(0);

/** Sends to a route, hands on what it gives, and shows what stood in the way. */
export async function act<T>(path: string, body: object, then: (result: T) => void): Promise<void> {
  try {
    fault.value = null;
    then(await post<T>(path, body));
    times.value++;
  } catch (error) {
    fault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
  }
}
