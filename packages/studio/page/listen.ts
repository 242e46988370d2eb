import { signal } from '@preact/signals';
import type { SourceChange } from '../src/ask/answer-view.ts';
import type { DecisionOutcome } from '../src/today/pending-decision.ts';
import { changeSources } from './ask/ask-state.ts';
import { indexing } from './indexing.tsx';
import { events } from './server.ts';
import { reloadSource } from './source/source-state.ts';

/** Increments whenever notes changed, so that lists are read again. */
export const notesChanged = signal(0);

/** Increments whenever a request left the machine. */
export const activityChanged = signal(0);

/** The outcome of the last decision whose undo time was over. */
export const decisionOutcome = signal<DecisionOutcome | null>(null);

/** Handles events from the server until the page is closed. */
export function listen(): void {
  const source = events();
  const on = (type: string, act: (data: never) => void) =>
    source.addEventListener(type, (event) => act(JSON.parse((event as MessageEvent<string>).data) as never));
  on('sources', (changes: readonly SourceChange[]) => {
    changeSources(changes);
    reloadSource();
  });
  on('indexing', ({ done, total }: { done: number | true; total?: number }) => {
    indexing.value = done === true || total === undefined || done >= total ? null : { done, total };
  });
  on('notes', () => {
    notesChanged.value++;
  });
  on('settled', (outcome: DecisionOutcome) => {
    decisionOutcome.value = outcome;
  });
  on('activity', () => {
    activityChanged.value++;
  });
}
