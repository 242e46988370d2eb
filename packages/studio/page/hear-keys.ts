import type { AnswerView } from '../src/ask/answer-view.ts';
import { copyAnswer, downloadReceipt, saveAnswer } from './ask/answer-actions.tsx';
import { exchanges } from './ask/ask-state.ts';
import { current } from './current-place.ts';
import { isHelpOpen } from './keys-help.tsx';
import { chosen, closeSource } from './source/source-state.ts';
import { team } from './team.ts';

/** Keys that work while no field has the focus. */
const KEYS: Readonly<Record<string, () => void>> = {
  '/': () =>
    [...document.querySelectorAll<HTMLElement>('#ask, input[type=search]')]
      .find((each) => each.checkVisibility())
      ?.focus(),
  j: () => move(1),
  k: () => move(-1),
  e: () => press('[data-edit]'),
  o: () => press('[data-obsidian]'),
  v: () => press('[data-editor]'),
  c: () => withAnswer(copyAnswer),
  s: () => (team === null ? withAnswer(saveAnswer) : undefined),
  r: () => (team === null ? withAnswer(downloadReceipt) : undefined),
  '?': () => {
    isHelpOpen.value = true;
  },
  Escape: () => {
    if (chosen.value === null) return;
    const { answer, source } = chosen.value;
    closeSource();
    requestAnimationFrame(() => press(`[data-chip="${answer}/${source.number}"]`, 'focus'));
  },
};

/** Handles keys on the whole page. */
export function hearKeys(): void {
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
      return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

function withAnswer(act: (answer: AnswerView) => Promise<void>): void {
  const answer = exchanges.value.at(-1)?.answer;
  if (answer?.abstained === false && current.value.place === 'Ask') void act(answer);
}

/** Elements that the arrow keys step through: sources of answers, found places, notes of the tree. */
const STEPS = '[data-chip], .found > li > a, .tree a, .tree summary';

function steps(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(STEPS)].filter((each) => each.checkVisibility());
}

function move(by: 1 | -1): void {
  const all = steps();
  const at = all.indexOf(document.activeElement as HTMLElement);
  const open = all.findIndex((each) => each.getAttribute('aria-pressed') === 'true');
  const from = at >= 0 ? at : open;
  const to = from < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, from + by));
  all[to]?.focus();
}

function press(selector: string, act: 'click' | 'focus' = 'click'): void {
  document.querySelector<HTMLElement>(selector)?.[act]();
}
