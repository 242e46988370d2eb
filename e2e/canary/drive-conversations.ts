/**
 * `drive-conversations.ts VAULT EXPORT`: imports a chat export as a dry run, in full, and once more; reads it;
 * adds turns as a host does; and prints the results and everything in the written notes that is not secret.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importConversations, readConversations, sealTurn } from '@memora/conversations';
import { openVault, parseNote, readTurns } from '@memora/vault';

const [root = '', exported = ''] = process.argv.slice(2);
const vault = await openVault(root);
const input = new TextEncoder().encode(exported);
const paths = new Set<string>();
for (const options of [{ dryRun: true }, {}, {}]) {
  for await (const each of importConversations(vault, input, options)) {
    console.log(JSON.stringify(each));
    if ('path' in each && options.dryRun !== true) paths.add(each.path);
  }
}
// Prints the problems, and the turns as they would be written.
for await (const found of readConversations(input)) {
  if ('problem' in found) {
    console.log(JSON.stringify(found));
    continue;
  }
  const { path, indexes } = await vault.appendTurns(
    `episodic/conversations/host/${found.turns.length}.md`,
    found.turns.map((turn) => sealTurn(turn)),
    { conversation: { id: `conv_host${found.turns.length}`, channel: 'host' } },
  );
  console.log(JSON.stringify({ path, indexes }));
  paths.add(path);
}
for (const path of paths) {
  const note = parseNote(await readFile(join(root, path)), { path });
  console.log(JSON.stringify({ id: note.id, title: note.title, band: note.band }));
  for (const { text, band, turn } of note.segments)
    console.log(JSON.stringify(band === 'secret' ? { band, turn: turn?.index } : { band, text, turn }));
  console.log(JSON.stringify(readTurns(note).map(({ role, index, name }) => ({ role, index, name }))));
}
