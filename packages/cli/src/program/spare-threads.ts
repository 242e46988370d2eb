/** Events of a coding agent during which a person waits. */
const WAITED_FOR =
  /^(?:session-?start|(?:user-?)?prompt(?:-?submit(?:ted)?)?|before-?submit-?prompt|before-?agent)$/i;

/**
 * V8 features that pay off only after seconds: code optimised on other threads, incremental marking, and a
 * heap that is collected eight times while it grows.
 */
const FLAGS = ['--no-opt', '--no-maglev', '--no-incremental-marking', '--semi-space-growth-factor=16'];

/**
 * Turns off V8 features that a process of a tenth of a second gains nothing from; this saves a fifth of the
 * processor time of a hook. It runs before code is loaded, because V8 ties cached code to its flags. True if
 * it was applied: for hooks that a person waits for, and for a question to a team, which is answered
 * elsewhere.
 */
export function spareThreads(args: readonly string[]): boolean {
  const [group, act, event = ''] = args;
  const isHook = group === 'memory' && act === 'hook' && WAITED_FOR.test(event);
  if (!isHook && !(group === 'query' && args.includes('--team'))) return false;
  try {
    // Importing the module would create a namespace object for its exports.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    for (const flag of FLAGS) setFlagsFromString(flag);
    return true;
  } catch {
    // Another runtime has a different engine. Without these flags, a hook only takes longer.
    return false;
  }
}
