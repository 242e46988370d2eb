import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { askPerson, isPersonThere } from '../../../input/ask-person.ts';
import { openFileChunks } from '../../../input/read-file-chunks.ts';
import { readFlag } from '../../../input/read-option.ts';
import { countOf } from '../../../output/format/count-of.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { importStores } from '../../bridge/import-stores.ts';
import { openCliAgent } from '../open-cli-agent.ts';

/** Imports a bundle, which keeps the trust of its origin, so a person has to confirm it; or the memories of another system, with the trust of another store. */
export async function importMemory(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const path = resolve(io.cwd, args[0] ?? '');
  if (await isStore(path)) return importStores(context, path);
  const open = () => openFileChunks(path, { waits: false }).chunks();
  const isYes =
    readFlag(options, 'yes') ||
    (isPersonThere(io) &&
      (await askPerson(
        'Import this bundle? Its memories are trusted as much as in the vault they come from.',
        io,
      )));
  if (!isYes) {
    output.note('Nothing was imported. `--yes` imports it without asking.');
    return EXIT.checkFailed;
  }
  await using agent = await openCliAgent(context);
  const { batch, written, same, differs } = await agent.importBundle(open);
  output.payload({ batch, written, same, differs });
  output.line(`${countOf(written, 'file')} imported, ${same} existed already.`);
  if (differs.length > 0)
    output.line(`${countOf(differs.length, 'file')} already exist in another version, which was kept:`);
  for (const id of differs) output.line(`  ${id}`);
  if (batch !== null) output.note(`\`memora memory rollback --batch ${batch}\` undoes it.`);
  return EXIT.done;
}

/** True for a folder, and for a file that does not begin as a bundle. */
async function isStore(path: string): Promise<boolean> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory() || !found.isFile()) return found?.isDirectory() === true;
  for await (const chunk of openFileChunks(path, { waits: false }).chunks()) {
    const head = Buffer.from(chunk.subarray(0, HEAD)).toString('utf8');
    // A bundle without its first line is damaged; it is not a store.
    return !/^\uFEFF?\s*\{\s*"(?:format"\s*:\s*"memora-bundle"|path"\s*:\s*"[^"]*"\s*,\s*"blake3")/u.test(
      head,
    );
  }
  return false;
}

const HEAD = 4_096;
