import { existsSync, readFileSync } from 'node:fs';

/** The processor seconds of this process until now. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/**
 * The processor seconds of the processes that this one started and awaited. From Linux, the only system that reports it: `cutime`
 * and `cstime` of proc(5), in hundredths of a second. Zero on other systems.
 */
export function childSeconds(): number {
  const path = '/proc/self/stat';
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
