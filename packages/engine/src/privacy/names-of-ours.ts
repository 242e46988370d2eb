/**
 * The names that Memora gives to files of `.memora/`. Other files there may have come with the vault and are
 * left alone.
 */
export const CHALLENGER_FOLDER = 'challenger';

/** The newest report of the challenger. */
export const LAST_CHALLENGER = 'last_challenger.json';

/** A report of an earlier run, named after its time. */
export const CHALLENGER_RUN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?Z\.json$/;

/** A record of what the challenger read in each note, with a plain hash of the note at that time. */
export const LINKS = 'links.json';

/** Data files that runs leave in `.memora/`. The next run recreates each of them. */
export const RUN_FILES: readonly string[] = [
  LAST_CHALLENGER,
  'consolidation.json',
  'memory-consolidation.json',
  LINKS,
  'schedule.json',
];

/** Pages that Memora generates, in any folder of a vault. */
export const PAGES: ReadonlySet<string> = new Set(['world_map.md', '_atlas.md', '_index.md']);
