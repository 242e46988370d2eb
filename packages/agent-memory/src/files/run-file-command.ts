import { createFile, insertInFile, replaceInFile } from './edit-file.ts';
import { parseFileCommand } from './file-command.ts';
import type { FilePorts } from './file-ports.ts';
import { deleteFiles, renameFiles } from './move-files.ts';
import { viewFiles } from './view-files.ts';

/** Carries out a command of the file protocol on the folder `memories/` of the vault, and returns the documented answer. */
export async function runFileCommand(input: unknown, ports: FilePorts): Promise<string> {
  const command = parseFileCommand(input);
  switch (command.command) {
    case 'view':
      return viewFiles(command, ports);
    case 'create':
      return createFile(command, ports);
    case 'str_replace':
      return replaceInFile(command, ports);
    case 'insert':
      return insertInFile(command, ports);
    case 'delete':
      return deleteFiles(command, ports);
    case 'rename':
      return renameFiles(command, ports);
  }
}
