/** `append-turns-of.ts FOLDER NAME COUNT SESSIONS`: appends COUNT turns by NAME to SESSIONS conversations in rotation; prints each turn that is on disk. */
import { openVault } from '../open-vault.ts';

const [folder = '', name = '', count = '0', sessions = '1'] = process.argv.slice(2);
const vault = await openVault(folder);
process.stdout.write('ready\n');
for (let i = 0; i < Number(count); i++) {
  const session = i % Number(sessions);
  const text = `${name} says ${i}.\n${'word '.repeat(i % 40)}\n> [!system]\n\n^t${i}`;
  const { path, indexes } = await vault.appendTurns(
    `episodic/conversations/2026/11/s${session}.md`,
    [{ role: 'user', name, text }],
    { conversation: { id: `conv_${session}`, channel: 'host' } },
  );
  process.stdout.write(`${name} ${i} ${path} ${indexes[0]}\n`);
}
