import { ingestError } from '../ingest-error.ts';

/** Loads a library that is only installed if its format is used. Throws `PARSER_MISSING` with the package to install. */
export async function loadParser<Module>(
  names: readonly string[],
  what: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw ingestError('PARSER_MISSING', `Reading ${what} needs ${names.join(' and ')}.`, {
      hint: `Install it with: npm install ${names.join(' ')}`,
      cause: error,
    });
  }
}
