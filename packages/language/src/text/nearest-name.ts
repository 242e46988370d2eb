import { editDistance } from './edit-distance.ts';

/** The name that a mistyped one most resembles, at most three edits away; `null` if none does. */
export function nearestName(name: string, names: Iterable<string>): string | null {
  let nearest: string | null = null;
  let least = 4;
  for (const each of names) {
    const distance = editDistance(name, each, 3);
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}
