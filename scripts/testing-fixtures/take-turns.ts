/** The process in which `runInTurn` runs programs. Their names arrive on its standard input. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Program } from './run-in-turn.ts';

const { mark, programs } = JSON.parse(readFileSync(0, 'utf8')) as { mark: string; programs: Program[] };
const env = { ...process.env };
let begun = 0;
/** False while a program waits for something that never comes. On its own it would exit with 13. */
let isDone = true;

// The point at which a process would end because nothing is left to do.
process.on('beforeExit', takeTurn);
takeTurn();

function takeTurn(): void {
  if (begun > 0) {
    const line = `${mark}${isDone ? (process.exitCode ?? 0) : 13}\n`;
    process.stdout.write(line);
    process.stderr.write(line);
  }
  process.exitCode = undefined;
  const program = programs[begun++];
  if (program === undefined) {
    process.off('beforeExit', takeTurn);
    return;
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env, program.env);
  process.chdir(program.cwd);
  process.argv.splice(1, Infinity, program.file);
  isDone = false;
  // An error that it throws is not caught, as in a separate program, and ends the process.
  void import(pathToFileURL(program.file).href).then(() => {
    isDone = true;
  });
}
