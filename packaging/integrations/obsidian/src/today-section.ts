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

function drawPair(place: HTMLElement, { id, about, sides }: PairCard, client: MemoraClient): void {
  place.createEl('strong', { text: `${about}: which is right?` });
  const decide = (text: string, winner: string | null) => {
    const button = place.createEl('button', { text });
    button.addEventListener('click', () => void settle(winner));
  };
  const settle = async (winner: string | null) => {
    const { undo, waitMs } = await client.settle(id, winner);
    place.empty();
    place.createSpan({ text: `Decided. It is written in ${Math.round(waitMs / 1000)} seconds. ` });
    const button = place.createEl('button', { text: 'Undo' });
    button.addEventListener('click', () => {
      void client.undo(undo).then(() => place.setText('Undone.'));
    });
  };
  for (const side of sides) {
    place.createEl('blockquote', { text: side.text });
    decide(side.value ?? 'This is right', side.id);
  }
  decide('Both are right', null);
}
