import { spawn } from 'node:child_process';
import { ingestError } from '../ingest-error.ts';
import type { RecogniseText } from './page-picture.ts';

/** The timeout of a page in milliseconds; one takes a few seconds. */
const LONGEST_PAGE = 120_000;
/** Maximum number of bytes of a page's text, which is usually a few kilobytes. */
const MOST_TEXT = 4 * 1024 * 1024;

/**
 * Recognises text with the `tesseract` of this machine, which gets a picture on its standard input and no file name. Throws `OCR_MISSING` if it is not
 * installed, and for a language that it lacks.
 */
export async function openTesseract(
  languages: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RecogniseText> {
  // Only languages that the program lists become arguments: any other name could be an option, or lead out of
  // its folder.
  const known = (await run(['--list-langs'], null, env)).split('\n').slice(1);
  if (!languages.split('+').every((language) => language !== '' && known.includes(language)))
    throw ingestError('OCR_MISSING', 'tesseract has no data for a language that --ocr names.', {
      hint: 'Name them as `tesseract --list-langs` does, such as eng or deu+eng; install more as packages such as tesseract-ocr-deu.',
    });
  return ({ bytes, dpi }) =>
    run(
      ['stdin', 'stdout', '-l', languages, '--psm', '1', ...(dpi === 0 ? [] : ['--dpi', `${dpi}`])],
      bytes,
      env,
    );
}

/** The limit for all pages of a source, in milliseconds. */
const LONGEST_SOURCE = 30 * 60_000;

/** A recogniser that skips further pictures of a source once it has taken this long. */
export function withinTime(recognise: RecogniseText, longest = LONGEST_SOURCE): RecogniseText {
  let taken = 0;
  return async (picture) => {
    if (taken > longest) throw ingestError('OCR_FAILED', 'Recognising its text took too long.');
    const begun = Date.now();
    try {
      return await recognise(picture);
    } finally {
      taken += Date.now() - begun;
    }
  };
}

/** Runs the program and returns its output. No shell is involved, and it gets only the environment that it needs. */
function run(args: readonly string[], input: Uint8Array | null, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const { PATH = '', TESSDATA_PREFIX } = env;
    const child = spawn('tesseract', args, {
      env: { PATH, OMP_THREAD_LIMIT: '1', ...(TESSDATA_PREFIX === undefined ? {} : { TESSDATA_PREFIX }) },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LONGEST_PAGE,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MOST_TEXT) parts.push(part);
      else child.kill('SIGKILL');
    });
    child.once('error', (cause) =>
      reject(
        ingestError('OCR_MISSING', 'tesseract is not installed on this machine.', {
          hint: 'Install it, for example with: apt install tesseract-ocr',
          cause,
        }),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'));
      else reject(ingestError('OCR_FAILED', 'tesseract ended without the text of a page.'));
    });
    // It may exit before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
