import { everyNth } from '@memora/testing-fixtures/every-nth';
import type { ToldVault } from './open-told-vault.ts';

/**
 * Questions that guess at a secret claim. The short check uses every fourth one, and `@memora/mcp` and
 * `@memora/engine` ask theirs in one process.
 */
export const GUESSES = everyNth(
  [
    'What is the gateway pin?',
    '4711',
    'Oskar',
    'Where did the gateway move?',
    'earns 31,250',
    'mill 1987',
    'pump interval',
    'buoy interval',
    'Who owns the gateway?',
    'Where does Ann live?',
    'Wem gehört die Mühle?',
    'MessagePack',
  ],
  4,
);
/** Subjects of open and of secret claims. */
export const SUBJECTS = everyNth(
  ['gateway', 'Gateway', 'Oskar', 'Ada', 'Bob', 'pump', 'Plan', 'Ann', 'Ferry', 'nobody'],
  4,
);

/** One command, as text and as JSON. */
export async function both(told: ToldVault, argv: readonly string[], io?: Parameters<ToldVault['tell']>[1]) {
  await told.tell(argv, io);
  return told.tell([...argv, '--json'], io);
}

/**
 * The format alternates every four lines; otherwise each of the four forms of a question would use only one
 * format.
 */
const isText = (i: number): boolean => (i + Math.floor(i / 4)) % 2 === 0;

/**
 * Several lines of one command: alternating text and JSON in the short check, both with
 * `MEMORA_TEST_WHOLE=1`.
 */
export async function each(told: ToldVault, lines: readonly (readonly string[])[]): Promise<void> {
  for (const [i, argv] of lines.entries())
    if (lines.length === 1 || process.env['MEMORA_TEST_WHOLE'] === '1') await both(told, argv);
    else await told.tell(isText(i) ? argv : [...argv, '--json']);
}

/** Text that cites claims: guesses for secret ones, and their own words for open ones. */
export async function citing(told: ToldVault): Promise<string> {
  const secret = await told.secretIds();
  const open = await told.openIds();
  return [
    ...secret.flatMap((id) => [
      `The gateway pin is 4711 since 1987-06-05. [claim:${id}]`,
      `"Dublin" [claim:${id}]`,
      `[claim:${id}]`,
    ]),
    ...open.map((id) => `The gateway moved to Dublin on 2026-03-03. [claim:${id}]`),
  ].join('\n\n');
}

/**
 * Runs `argv` until it has printed something, then stops it like Ctrl-C. Its output up to then does not
 * depend on the clock.
 */
export async function runUntil(told: ToldVault, argv: readonly string[], said: string): Promise<void> {
  const stop = new AbortController();
  await told.tell(argv, {
    signal: stop.signal,
    onStdout: (text) => {
      if (text.includes(said)) stop.abort();
    },
  });
}
