import { Notice } from 'obsidian';
import { tickTask } from '../../../../packages/studio/src/today/tick-task.ts';
import type { PairCard, PastCard } from '../../../../packages/studio/src/today/today-card.ts';
import type { MemoraClient } from './memora-client.ts';

/** Draws what is open today: notes that can not both be right, and lines whose date has passed, each with a button for every answer. */
export async function drawToday(place: HTMLElement, client: MemoraClient): Promise<void> {
  place.empty();
  const cards = await client.today();
  if (cards.length === 0) return;
  place.createEl('h4', { text: 'Today' });
  const reload = () => drawToday(place, client);
  for (const card of cards) {
    const own = place.createDiv({ cls: 'memora-card' });
    if (card.kind === 'pair') drawPair(own, card, client);
    else drawPast(own, card, client, reload);
  }
}

function drawPair(place: HTMLElement, card: PairCard, client: MemoraClient): void {
  const { id, about, sides } = card;
  const again = () => drawPair(place, card, client);
  place.empty();
  place.createEl('strong', { text: `${about}: which is right?` });
  for (const side of sides) {
    place.createEl('blockquote', { text: side.text });
    addButton(place, side.value ?? 'This is right', () =>
      settle(place, client, { id, winner: side.id, again }),
    );
  }
  addButton(place, 'Both are right', () => settle(place, client, { id, winner: null, again }));
}

/** A line whose date has passed: what holds no more is forgotten, a task is ticked off in its note. */
function drawPast(
  place: HTMLElement,
  card: PastCard,
  client: MemoraClient,
  reload: () => Promise<void>,
): void {
  const { id, kind, text, title, date } = card;
  const again = () => drawPast(place, card, client, reload);
  place.empty();
  const isTask = kind === 'task';
  place.createEl('strong', {
    text: isTask ? `Due ${date}: is it done?` : `Until ${date}: is it over?`,
  });
  place.createEl('blockquote', { text });
  place.createEl('p', { cls: 'memora-hint', text: title });
  if (isTask) addButton(place, 'It is done', () => showTicked(place, card, client, { again, reload }));
  else addButton(place, 'It is over', () => settle(place, client, { id, winner: id, again }));
}

interface Decision {
  readonly id: string;
  readonly winner: string | null;
  /** Draws the card as it was. */
  readonly again: () => void;
}

async function settle(
  place: HTMLElement,
  client: MemoraClient,
  { id, winner, again }: Decision,
): Promise<void> {
  const { undo, waitMs } = await client.settle(id, winner);
  place.empty();
  place.createSpan({ text: `Decided. It is written in ${Math.round(waitMs / 1000)} seconds. ` });
  addButton(place, 'Undo', async () => {
    await client.undo(undo);
    again();
  });
}

/** Shows the line with its box ticked, and writes it into the note once that is wanted. Where the task is not at its place any more, the cards are read again. */
async function showTicked(
  place: HTMLElement,
  { path, span, text: task }: PastCard,
  client: MemoraClient,
  { again, reload }: { readonly again: () => void; readonly reload: () => Promise<void> },
): Promise<void> {
  const { version, line } = await client.readLine(path, `${span.start}-${span.end}`);
  const ticked = line === null ? null : tickTask(line.text, task);
  if (line === null || ticked === null) {
    new Notice('The note has changed: the task is not at its place any more. The cards were read again.');
    return reload();
  }
  const { start, end, text } = line;
  place.empty();
  place.createEl('p', { text: `The line of ${path} becomes:` });
  place.createEl('blockquote', { text: ticked });
  addButton(place, 'Save to the note', async () => {
    const written = await client.edit({ path, version, start, end, text: ticked });
    place.empty();
    place.createSpan({ text: 'It is ticked off. ' });
    addButton(place, 'Undo', async () => {
      const length = new TextEncoder().encode(ticked).length;
      await client.edit({ path, version: written.version, start, end: start + length, text });
      again();
    });
  });
  addButton(place, 'Not now', again);
}

function addButton(place: HTMLElement, text: string, act: () => unknown): void {
  const button = place.createEl('button', { text });
  button.addEventListener('click', () => void Promise.resolve().then(act).catch(tell));
}

function tell(error: unknown): void {
  new Notice(error instanceof Error ? error.message : 'Memora can not be reached.');
}
