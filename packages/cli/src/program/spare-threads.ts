/** Events of a coding agent at which a person waits for the next word. */
const WAITED_FOR =
  /^(?:session-?start|(?:user-?)?prompt(?:-?submit(?:ted)?)?|before-?submit-?prompt|before-?agent)$/i;

/** Features that pay off only after seconds: optimised code from other threads, incremental marking, and a heap that is swept eight times while it grows. */
const FLAGS = ['--no-opt', '--no-maglev', '--no-incremental-marking', '--semi-space-growth-factor=16'];

/**
 * Keeps V8 from work that a process of a tenth of a second does not live to gain from: a fifth of the processor time of a hook. It is done before code is
 * loaded, as V8 takes kept code for that of the flags it was kept with. True if it was done: for the hooks that are waited for, for a question to a team,
 * whose statements are worked on elsewhere, and no other command.
 */
export function spareThreads(args: readonly string[]): boolean {
  const [group, act, event = ''] = args;
  const isHook = group === 'memory' && act === 'hook' && WAITED_FOR.test(event);
  if (!isHook && !(group === 'query' && args.includes('--team'))) return false;
  try {
    // Importing the module would make a facade of its exports.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    for (const flag of FLAGS) setFlagsFromString(flag);
    return true;
  } catch {
    // Another runtime has another engine: without it a hook takes longer, and that is all.
    return false;
  }
}
