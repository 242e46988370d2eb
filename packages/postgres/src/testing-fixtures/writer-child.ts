/** One of many concurrent writers: `writer-child.ts URL NAME CAPTURES EDITS`. Captures notes under one name, and adds lines to one note. */
import { loadBlake3 } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';

const [url = '', name = '', captures, edits] = process.argv.slice(2);
const source = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), { connections: 1 });
const notes = openTeamNotes({
  source,
  principal: { name: 'ben' },
  workspace: 'acme',
  hash: await loadBlake3(),
  codec: undefined,
});
for (let i = 0; i < Number(captures); i++)
  await notes.captureNote(`inbox/${i}.md`, Buffer.from(`${name} says ${i}.\n`));
for (let i = 0; i < Number(edits); i++) {
  for (;;) {
    const read = await notes.readNote('list.md');
    const text = `${read?.bytes ?? ''}${name} adds ${i}.\n`;
    try {
      await notes.replaceNote('list.md', Buffer.from(text), read?.version ?? 0);
      break;
    } catch (error) {
      if (!MemoraError.isInstance(error) || error.code !== 'NOTE_CHANGED') throw error;
    }
  }
}
await source.close();
