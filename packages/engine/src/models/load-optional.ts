import { MemoryError } from '../memory-error.ts';

/**
 * Loads a package that is needed only to ask a model. Throws `MODEL_SDK_MISSING` with the package to install if it is missing, and `MODEL_SDK_TOO_OLD` if it
 * lacks an export that newer versions have.
 */
export async function loadOptional<Module extends object>(
  name: string,
  load: () => Promise<Module>,
  needs?: { readonly export: string; readonly version: string },
): Promise<Module> {
  let found: Module;
  try {
    found = await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new MemoryError(`${name} is not installed; it is needed to call a model`, {
      code: 'MODEL_SDK_MISSING',
      hint: `Run: npm install ${[...new Set(['ai@7', name === 'ai' ? 'ai@7' : name])].join(' ')}`,
      cause: error,
    });
  }
  if (needs === undefined || needs.export in found) return found;
  throw new MemoryError(`the installed ${name} is older than ${needs.version}`, {
    code: 'MODEL_SDK_TOO_OLD',
    hint: `Run: npm install ${name}@${needs.version}. Everything that needs no model works without it.`,
  });
}

/** The AI SDK in a version that this package supports. */
export async function loadAiSdk(): Promise<typeof import('ai')> {
  return loadOptional('ai', () => import('ai'), { export: 'isStepCount', version: '7' });
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') && String(message).includes(`'${name}'`)
  );
}
