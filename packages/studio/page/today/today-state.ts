import { signal } from '@preact/signals';
import type { WrittenRoutes } from '../../src/api/page-routes.ts';
import type { PendingDecision } from '../../src/today/pending-decision.ts';
import { post, Refusal } from '../server.ts';

/** A choice that waits for confirmation. */
export const choosing = signal<{ readonly card: string; readonly winner: string | null } | null>(null);

/** The latest decision. */
export const settled = signal<(PendingDecision & { readonly about: string }) | null>(null);

/** The latest line that was ticked off, and the edit that undoes it. */
export const edited = signal<{ readonly says: string; readonly undo: WrittenRoutes['edit']['takes'] } | null>(
  null,
);

export const fault = signal<string | null>(null);

/** Cards that are hidden until the page is reloaded. */
export const later = signal<ReadonlySet<string>>(new Set());

interface Decision {
  readonly card: string;
  readonly about: string;
  readonly winner: string | null;
}

/** Makes a decision. It is written after a delay. */
export async function settle({ card, about, winner }: Decision): Promise<void> {
  await act(async () => {
    const written = await post('today/settle', { card, winner });
    choosing.value = null;
    settled.value = { ...written, about };
  });
}

/** Cancels a decision that is not written yet. */
export async function takeBack(undo: string): Promise<void> {
  await act(async () => {
    await post('today/undo', { undo });
    settled.value = null;
  });
}

/** Undoes ticking off. */
export async function untick(): Promise<void> {
  await act(async () => {
    if (edited.value !== null) await post('edit', edited.value.undo);
    edited.value = null;
  });
}

/** Runs an action, and shows the error if it failed. */
export async function act(what: () => Promise<void>): Promise<void> {
  try {
    fault.value = null;
    await what();
  } catch (error) {
    fault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
  }
}
