/**
 * A chat export as a vault: each turn is bytes of a note, and an answer cites the turn.
 *
 *   node chat-history.ts FOLDER import conversations.json
 *   node chat-history.ts FOLDER ask "Where did we move the relay?"
 */
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { openMemory } from '@memora/engine';

const [vault, command, ...words] = process.argv.slice(2);
if (vault === undefined || !['import', 'ask'].includes(command ?? '') || words.length === 0) {
  console.error('usage: chat-history.ts FOLDER import FILE | ask QUESTION');
  process.exit(2);
}

await mkdir(vault, { recursive: true });
await using memory = await openMemory({ vault });

if (command === 'import') {
  for await (const found of memory.importConversations(createReadStream(words[0] ?? ''))) {
    if ('problem' in found) console.error(`not read: ${found.problem}`);
    else console.log(`${found.path}: ${found.added} new turns, ${found.known} known`);
  }
} else {
  // Chats are left out of answers unless they are asked for.
  const { cleanText, abstained, report } = await memory.ask(words.join(' '), { conversations: true });
  console.log(abstained ? 'No chat says so.' : cleanText);
  for (const { claimId, notePath, span, status } of report.checks) {
    if (status !== 'verified' || notePath == null || span == null) continue;
    const turn = await findTurn(notePath, span);
    if (turn !== undefined)
      console.log(`  [claim:${claimId}] ${turn.role}, ${turn.at ?? 'no time'}: ${notePath}#^t${turn.index}`);
  }
  process.exitCode = abstained ? 1 : 0;
}

/** The turn that a cited span stands in. */
async function findTurn(notePath: string, span: { readonly start: number; readonly end: number }) {
  for (const { id, notes } of await memory.conversations()) {
    if (!notes.includes(notePath)) continue;
    const conversation = await memory.conversation(id);
    return conversation?.turns.find(
      (turn) => turn.notePath === notePath && turn.span.start <= span.start && span.end <= turn.span.end,
    );
  }
  return undefined;
}
