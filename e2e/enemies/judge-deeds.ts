import { dirname, sep } from 'node:path';
import type { Deed } from './deed.ts';

/** The permissions of a process. */
export interface Allowance {
  /** Folders of the vault and of the user. A process may read and write there. */
  readonly own: readonly string[];
  /** Folders of the program. A process may read there. */
  readonly program: readonly string[];
  /** Programs that it may run. */
  readonly runs?: readonly string[];
  /** It may listen for connections on this machine. */
  readonly listens?: boolean;
}

/** System files that every Node process reads: libraries, time zones, certificates, and information about itself and its limits. */
const SYSTEM: readonly RegExp[] = [
  /^\/(?:usr\/)?lib(?:32|64|x32)?\//,
  /^\/usr\/local\/lib\//,
  /^\/usr\/share\/(?:zoneinfo|locale|ca-certificates|icu)(?:\/|$)/,
  /^\/etc\/(?:ld\.so\.(?:cache|preload)|localtime|timezone|ssl(?:\/.*)?|nsswitch\.conf|passwd|resolv\.conf|hosts|host\.conf)$/,
  /^\/proc\/(?:self|\d+)\/(?:maps|stat|statm|status|cgroup|mountinfo|fd|task(?:\/\d+(?:\/.*)?)?|limits|oom_score_adj)$/,
  /^\/proc\/(?:meminfo|stat|cpuinfo|version|version_signature|sys\/(?:vm|kernel)\/[\w./]+)$/,
  /^\/proc$/,
  /^\/sys\/(?:fs\/cgroup|devices\/system\/(?:cpu|node))(?:\/|$)/,
  /^\/sys\/kernel\/mm\/transparent_hugepage\//,
  /^\/dev\/(?:null|urandom|random|tty)$/,
];

/** The actions for which a process had no permission. */
export function judgeDeeds(
  deeds: readonly Deed[],
  { own, program, runs = [], listens = false }: Allowance,
): Deed[] {
  const isIn = (folders: readonly string[], path: string) =>
    folders.some((folder) => path === folder || path.startsWith(folder + sep));
  // Node looks for a package.json in every folder above a script. It may list a parent folder on the way, which reveals nothing about its files.
  const above = new Set([...own, ...program].flatMap(foldersAbove));
  return deeds.filter(({ did, what }) => {
    switch (did) {
      case 'read':
        return (
          !isIn(own, what) &&
          !isIn(program, what) &&
          !SYSTEM.some((known) => known.test(what)) &&
          !isPackage(what, program)
        );
      case 'list':
        return (
          !isIn(own, what) &&
          !isIn(program, what) &&
          !above.has(what) &&
          !SYSTEM.some((known) => known.test(what))
        );
      case 'write':
      case 'change':
        return !isIn(own, what) && !['/dev/null', '/dev/tty'].includes(what);
      case 'run':
        return !runs.includes(what);
      case 'listen':
        return !(listens && /^(?:127\.0\.0\.1|::1):/.test(what));
      default:
        return true;
    }
  });
}

function isPackage(path: string, program: readonly string[]): boolean {
  return path.endsWith('/package.json') && program.some((folder) => folder.startsWith(dirname(path) + sep));
}

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = dirname(folder); ; at = dirname(at)) {
    above.push(at);
    if (at === dirname(at)) return above;
  }
}
