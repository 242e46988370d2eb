import { ItemView, Notice, type WorkspaceLeaf } from 'obsidian';
import type { AnswerView } from '../../../../packages/studio/src/ask/answer-view.ts';
import type { NoteNode } from '../../../../packages/studio/src/notes/note-view.ts';
import type { MemoraClient } from './memora-client.ts';
import { showSource } from './show-source.ts';
import { drawToday } from './today-section.ts';

export const ASK_VIEW = 'memora-ask';

const MARKS: Readonly<Record<string, string>> = {
  quoted: '✓ quoted',
  judged: '✓ judged',
  partly: '~ in part',
  excerpt: '… excerpt',
  unjudged: '~ not judged',
  differs: '≠ differs',
  weak: '≠ differs, judged (weak)',
  doubted: '? not in it',
};

/** The sidebar: a box, the answer, and what is open today. */
export class AskView extends ItemView {
  readonly #client: () => Promise<MemoraClient>;
  #before: readonly string[] = [];

  constructor(leaf: WorkspaceLeaf, client: () => Promise<MemoraClient>) {
    super(leaf);
    this.#client = client;
  }

  getViewType(): string {
    return ASK_VIEW;
  }

  getDisplayText(): string {
    return 'Ask your notes';
  }

  override getIcon(): string {
    return 'message-circle-question';
  }

  override async onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass('memora-view');
    const box = contentEl.createEl('textarea', {
      attr: { 'aria-label': 'Ask', placeholder: 'Ask your notes', rows: '2' },
    });
    const answer = contentEl.createDiv({ attr: { role: 'status' } });
    const today = contentEl.createDiv();
    box.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      void this.#ask(box.value.trim(), answer);
    });
    await this.#try(today, async () => drawToday(today, await this.#client()));
  }

  async #ask(question: string, place: HTMLElement): Promise<void> {
    if (question === '') return;
    place.setText('Looking through your notes…');
    await this.#try(place, async () => {
      const client = await this.#client();
      const answer = await client.ask(question, this.#before);
      this.#before = [...this.#before, answer.id];
      this.#draw(answer, place, client);
    });
  }

  #draw(answer: AnswerView, place: HTMLElement, client: MemoraClient): void {
    place.empty();
    const nearest = answer.sentences.length > 0 ? ' This comes nearest:' : '';
    if (answer.abstained) place.createEl('p', { text: `Your notes do not say.${nearest}` });
    for (const { nodes, citations } of answer.sentences) {
      const sentence = place.createDiv({ cls: 'memora-sentence', text: nodes.map(toText).join('') });
      for (const { source, mark, note } of citations) {
        const found = answer.sources.find(({ number }) => number === source);
        if (found === undefined) continue;
        const chip = sentence.createEl('button', {
          cls: 'memora-source',
          text: `${found.title} ${MARKS[mark] ?? mark}`,
          attr: { title: note, 'aria-label': `Source ${found.title} ${MARKS[mark] ?? mark}` },
        });
        chip.addEventListener('click', () => {
          void this.#try(null, async () =>
            showSource(this.app, await client.readSource(answer.id, source), found.words),
          );
        });
      }
    }
    if (answer.leftOut.length === 0) return;
    const left = place.createEl('details');
    left.createEl('summary', { text: `Left out: ${answer.leftOut.length}` });
    for (const { text, reason } of answer.leftOut) {
      left.createEl('s', { text });
      left.createEl('p', { cls: 'memora-reason', text: reason });
    }
  }

  /** Says what went wrong where it was asked for. */
  async #try(place: HTMLElement | null, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const says = error instanceof Error ? error.message : 'Memora can not be reached.';
      if (place === null) new Notice(says);
      else place.setText(says);
    }
  }
}

function toText(node: NoteNode): string {
  return typeof node === 'string' ? node : node[2].map(toText).join('');
}
