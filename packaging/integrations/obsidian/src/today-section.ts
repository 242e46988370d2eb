import { Notice } from 'obsidian';
import type { PairCard } from '../../../../packages/studio/src/today/today-card.ts';
import type { MemoraClient } from './memora-client.ts';

/** Draws the pairs of notes that can not both be right, with a button for each answer. */
export async function drawToday(place: HTMLElement, client: MemoraClient): Promise<void> {
  place.empty();
  const pairs = (await client.today()).filter((card): card is PairCard => card.kind === 'pair');
  if (pairs.length === 0) return;
  place.createEl('h4', { text: 'Today' });
  for (const card of pairs) drawPair(place.createDiv({ cls: 'memora-card' }), card, client);
}

function drawPair(place: HTMLElement, card: PairCard, client: MemoraClient): void {
  const { id, about, sides } = card;
  place.empty();
  place.createEl('strong', { text: `${about}: which is right?` });
  const decide = (text: string, winner: string | null) => {
    const button = place.createEl('button', { text });
    button.addEventListener('click', () => void settle(winner).catch(tell));
  };
  const settle = async (winner: string | null) => {
    const { undo, waitMs } = await client.settle(id, winner);
    place.empty();
    place.createSpan({ text: `Decided. It is written in ${Math.round(waitMs / 1000)} seconds. ` });
    const button = place.createEl('button', { text: 'Undo' });
    button.addEventListener('click', () => {
      client.undo(undo).then(() => drawPair(place, card, client), tell);
    });
  };
  for (const side of sides) {
    place.createEl('blockquote', { text: side.text });
    decide(side.value ?? 'This is right', side.id);
  }
  decide('Both are right', null);
}

function tell(error: unknown): void {
  new Notice(error instanceof Error ? error.message : 'Memora can not be reached.');
}
