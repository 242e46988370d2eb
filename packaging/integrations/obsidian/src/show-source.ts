import { type App, MarkdownView, Notice, TFile } from 'obsidian';
import { findWords } from './find-words.ts';
import type { CitedLine } from './memora-client.ts';

/** Opens the note of a citation and selects the cited words. */
export async function showSource(app: App, { state, note }: CitedLine, words: string): Promise<void> {
  const file = note === null ? null : app.vault.getAbstractFileByPath(note.path);
  if (!(file instanceof TFile)) return void new Notice('The note is gone.');
  await app.workspace.getLeaf(false).openFile(file);
  const view = app.workspace.getActiveViewOfType(MarkdownView);
  const line = note?.line ?? null;
  if (state === 'changed') new Notice('The cited words are not in the note any more.');
  if (view === null || line === null) return;
  const number = line.number - 1;
  const { from, to } = findWords(view.editor.getLine(number), words);
  view.editor.setSelection({ line: number, ch: from }, { line: number, ch: to });
  view.editor.scrollIntoView({ from: { line: number, ch: from }, to: { line: number, ch: to } }, true);
}
