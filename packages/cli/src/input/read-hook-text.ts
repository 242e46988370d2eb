import type { CliIo } from '../cli-io.ts';
import { usageError } from './read-option.ts';

/** Maximum size of the input: no host has a longer prompt. */
const LONGEST = 16 * 1024 * 1024;
/** After this many milliseconds without input, the host counts as silent. */
const PATIENCE_MS = 5_000;

/** The whole input of a host on stdin. Throws `USAGE` in a terminal, if nothing arrives within five seconds, and for more than 16 MiB. */
export async function readHookText({ stdin }: Pick<CliIo, 'stdin'>): Promise<string> {
  if (stdin.isTTY === true)
    throw usageError('a hook reads its event from stdin', 'A coding agent runs this command, not a person');
  const decoder = new TextDecoder();
  const impatient = setTimeout(() => stdin.destroy(new Error('no input arrived')), PATIENCE_MS);
  let text = '';
  try {
    for await (const chunk of stdin) {
      impatient.refresh();
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > LONGEST)
        throw usageError('the hook got more than one event', 'Send it one event and nothing else');
      // A host may leave the stream open after its object.
      if (text.trimEnd().endsWith('}') && isJson(text)) break;
    }
  } catch (error) {
    if (text === '' && !(error instanceof Error && 'code' in error && error.code === 'USAGE'))
      throw usageError('the hook got no input', 'Send it one JSON object on stdin');
    if (text.length > LONGEST) throw error;
  } finally {
    clearTimeout(impatient);
  }
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
