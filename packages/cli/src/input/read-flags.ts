import type { CommandContext } from '../program/command-spec.ts';
import { usageError } from './read-option.ts';

/** `--set key=value` and the other options that change a setting. */
export function readFlags(options: CommandContext['options']): Record<string, string> {
  const flags: Record<string, string> = {};
  const pairs = Array.isArray(options['set']) ? options['set'] : [];
  for (const pair of pairs) {
    const at = String(pair).indexOf('=');
    if (at < 1) throw usageError(`--set takes key=value, not ${JSON.stringify(pair)}`);
    flags[String(pair).slice(0, at)] = String(pair).slice(at + 1);
  }
  if (typeof options['extractor'] === 'string') flags['indexing.extractor'] = options['extractor'];
  return flags;
}
