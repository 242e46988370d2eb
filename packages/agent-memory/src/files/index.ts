export { FILE_COMMANDS, type FileCommand, type FileCommandOf, parseFileCommand } from './file-command.ts';
export { memoryCommands } from './memory-commands.ts';
