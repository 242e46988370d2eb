import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import type { CommandOptions } from '../program/command-spec.ts';
import { readFlag, readText } from './read-option.ts';

const SHOWN = 8;

/**
 * The region of `--region`, without slashes at its ends. Throws `REGION_NOT_FOUND` if no note is in it or below it: an empty
 * result would look as if the notes had nothing to say.
 */
export async function readRegion(
  options: CommandOptions,
  memory: Pick<Memory, 'claims'>,
): Promise<string | undefined> {
  const region = readText(options, 'region')?.replace(/^\/+|\/+$/g, '');
  if (region === undefined) return undefined;
  // A folder with only secret notes is secret too.
  const reveal = readFlag(options, 'reveal');
  const open = (await memory.claims.notes()).filter(({ band }) => reveal || band !== 'secret');
  const regions = new Set(open.map((note) => note.region));
  if ([...regions].some((known) => known === region || known.startsWith(`${region}/`))) return region;
  const known = [...regions].sort();
  const more = known.length > SHOWN ? `, and ${known.length - SHOWN} more` : '';
  throw new MemoraError(`no note is in the region ${JSON.stringify(region)}`, {
    code: 'REGION_NOT_FOUND',
    hint: `The regions are ${known.slice(0, SHOWN).join(', ')}${more}. A region is the folder of its notes without a leading semantic/, episodic/ or procedural/.`,
  });
}
