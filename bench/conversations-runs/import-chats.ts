import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Memory, openMemory } from '@memora/engine';
import { exportOf } from './export-of.ts';

/** A turn in the form of an export. */
export interface ChatTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly at: string;
}

export interface Chat {
  readonly id: string;
  readonly title?: string;
  readonly turns: readonly ChatTurn[];
}

export interface ImportedChats extends AsyncDisposable {
  readonly memory: Memory;
  /** The names of the turns, `chat id` and place in the chat, that a byte span of a note touches. */
  readonly turnsAt: (notePath: string, span: { readonly start: number; readonly end: number }) => string[];
}

/** Imports chats like a person would import an export, into a vault that contains nothing else. */
export async function importChats(folder: string, chats: readonly Chat[]): Promise<ImportedChats> {
  const vault = join(folder, 'vault');
  await mkdir(vault, { recursive: true });
  const memory = await openMemory({
    vault,
    env: { MEMORA_CONFIG_DIR: join(folder, 'config') },
  });
  const ids: string[] = [];
  for await (const found of memory.importConversations(new TextEncoder().encode(exportOf(chats)))) {
    if ('problem' in found) throw new Error(`the chats were not imported: ${found.problem}`);
    ids.push(found.id);
  }
  const turnsByPath = new Map<
    string,
    { readonly name: string; readonly start: number; readonly end: number }[]
  >();
  for (const [i, { id, turns }] of chats.entries()) {
    const stored = await memory.conversation(ids[i] ?? '', { reveal: true });
    if (stored?.turns.length !== turns.length) throw new Error(`chat ${id} has not the turns it was given`);
    for (const [place, { notePath, span }] of stored.turns.entries()) {
      const list = turnsByPath.get(notePath) ?? [];
      turnsByPath.set(notePath, list);
      list.push({ name: `${id} ${place}`, start: span.start, end: span.end });
    }
  }
  return {
    memory,
    turnsAt: (notePath, { start, end }) =>
      (turnsByPath.get(notePath) ?? [])
        .filter((turn) => turn.start < end && start < turn.end)
        .map(({ name }) => name),
    [Symbol.asyncDispose]: () => memory.close(),
  };
}

/** The turns that a question finds, each once, the best first. */
export async function findTurns(
  { memory, turnsAt }: ImportedChats,
  question: string,
  claims = 40,
): Promise<string[]> {
  const { hits } = await memory.query(question, { k: claims, conversations: true });
  return [...new Set(hits.flatMap(({ claim }) => turnsAt(claim.notePath, claim.span)))];
}
