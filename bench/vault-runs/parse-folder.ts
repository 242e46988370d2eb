/** `parse-folder.ts ours|mdast FOLDER`: parses every note twice in a new process; prints the second pass as JSON. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openVault, parseNote } from '@memora/vault';

const [mode = 'ours', folder = '.'] = process.argv.slice(2);
const pass = mode === 'mdast' ? await createMdastPass() : oursPass;
await pass();
const started = performance.now();
const cpuStarted = process.cpuUsage();
const { notes, bytes, nodes } = await pass();
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(cpuStarted);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, notes, bytes, nodes }));

async function oursPass() {
  const vault = await openVault(folder);
  const count = { notes: 0, bytes: 0, nodes: 0 };
  for await (const entry of vault.scan()) {
    if (entry.error !== undefined) throw new Error(entry.error.reason);
    const file = await vault.readNote(entry.path);
    count.nodes += parseNote(file, { path: entry.path }).segments.length;
    count.notes++;
    count.bytes += file.length;
  }
  return count;
}

/** The same files, found by the same walk (a few per cent of the cost), read and parsed to mdast. */
async function createMdastPass() {
  const [{ fromMarkdown }, { gfmFromMarkdown }, { frontmatterFromMarkdown }, { gfm }, { frontmatter }] =
    await Promise.all([
      import('mdast-util-from-markdown'),
      import('mdast-util-gfm'),
      import('mdast-util-frontmatter'),
      import('micromark-extension-gfm'),
      import('micromark-extension-frontmatter'),
    ]);
  const options = {
    extensions: [gfm(), frontmatter()],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown()],
  };
  return async () => {
    const vault = await openVault(folder);
    const count = { notes: 0, bytes: 0, nodes: 0 };
    for await (const entry of vault.scan()) {
      const file = await readFile(join(vault.root, entry.path));
      count.nodes += fromMarkdown(file.toString('utf8'), options).children.length;
      count.notes++;
      count.bytes += file.length;
    }
    return count;
  };
}
