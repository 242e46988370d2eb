import { signal } from '@preact/signals';
import type { AnswerView, DraftSentence, SourceChange, SourceView } from '../../src/ask/answer-view.ts';
import { follow, Refusal } from '../server.ts';
import { showBeside } from '../source/source-state.ts';

/** The text in the box. `?q=` fills it without submitting. */
export const question = signal(new URLSearchParams(location.search).get('q') ?? '');

/** One question and its answer. `answer` is null while it is being written; `draft` then holds its sentences so far. */
export interface Exchange {
  readonly question: string;
  readonly draft: readonly DraftSentence[];
  readonly answer: AnswerView | null;
  /** The number of secret places that would answer; null before they are counted. */
  readonly secrets: number | null;
  readonly fault: string | null;
}

/** The conversation, oldest first. */
export const exchanges = signal<readonly Exchange[]>([]);

/** True while an answer is being written. */
export const isAsking = signal(false);

let asking: AbortController | null = null;

/**
 * Asks the text in the box, or `again` an earlier question. Cancels a question that is still being answered. With `reveal`, secret notes are searched too and
 * shown on this screen.
 */
export async function ask({
  again,
  reveal = false,
}: {
  again?: string;
  reveal?: boolean;
} = {}): Promise<void> {
  const asked = (again ?? question.value).trim();
  if (asked === '') return;
  const before = exchanges.value.flatMap(({ answer }) => answer?.id ?? []);
  stopAsking();
  const stop = new AbortController();
  asking = stop;
  isAsking.value = true;
  const begun = { question: asked, draft: [], answer: null, secrets: null, fault: null };
  exchanges.value = [...exchanges.value, begun];
  const at = exchanges.value.length - 1;
  if (again === undefined) question.value = '';
  const change = (next: Partial<Exchange>) => {
    exchanges.value = exchanges.value.map((each, i) => (i === at ? { ...each, ...next } : each));
  };
  try {
    const hear = (event: string, data: unknown) => {
      if (event === 'sentence')
        change({ draft: [...(exchanges.value[at]?.draft ?? []), data as DraftSentence] });
      if (event === 'restart') change({ draft: [] });
      if (event === 'answer') {
        const answer = data as AnswerView;
        change({ answer });
        showBeside(answer.id, answer.abstained ? null : firstSource(answer));
        // The events after this are not part of the answer, so the next question may be asked.
        if (asking === stop) isAsking.value = false;
      }
      if (event === 'secrets') change({ secrets: (data as { count: number }).count });
      if (event === 'fault') change({ fault: (data as { code: string }).code });
    };
    await follow('ask', { question: asked, before, reveal }, hear, stop.signal);
    if (exchanges.value[at]?.answer === null && exchanges.value[at]?.fault === null)
      change({ fault: 'UNREACHABLE' });
  } catch (error) {
    if (exchanges.value[at]?.answer === null)
      change({
        fault: stop.signal.aborted ? 'STOPPED' : error instanceof Refusal ? error.code : 'UNREACHABLE',
      });
  } finally {
    if (asking === stop) {
      asking = null;
      isAsking.value = false;
    }
  }
}

/** The first line that an answer cites. */
function firstSource({ sentences, sources }: AnswerView): SourceView | null {
  const number = sentences.flatMap(({ citations }) => citations)[0]?.source;
  return sources.find((each) => each.number === number) ?? null;
}

/** Cancels the answer that is being written. */
export function stopAsking(): void {
  asking?.abort();
}

/** Applies changes of cited places. */
export function changeSources(changes: readonly SourceChange[]): void {
  exchanges.value = exchanges.value.map((each) => {
    const own = changes.filter(({ answer }) => answer === each.answer?.id);
    if (each.answer === null || own.length === 0) return each;
    const sources = each.answer.sources.map((source): SourceView => {
      const change = own.find(({ number }) => number === source.number);
      return change === undefined ? source : { ...source, state: change.state, now: change.now };
    });
    return { ...each, answer: { ...each.answer, sources } };
  });
}

/** True if the cited words are no longer in the note. */
export function isChanged({ state }: Pick<SourceView, 'state'>): boolean {
  return state === 'changed' || state === 'gone';
}
