import type { UnitRole } from '../statement-unit.ts';
import type { Line } from './read-line.ts';

/** Numbers the blocks of an answer in order. Those of one list, table or quotation have the same number. */
export function createBlockGroups(): (line: Line, role: UnitRole) => number {
  let previous: { readonly group: number; readonly quotes: number; readonly inList: boolean } | null = null;
  let groups = 0;
  return (line, role) => {
    const inList = line.item || (previous?.inList === true && line.indent > 1);
    const same =
      previous?.quotes === line.quotes && (line.quotes > 0 || role === 'row' || (inList && previous.inList));
    const group = same && previous !== null ? previous.group : ++groups;
    previous = { group, quotes: line.quotes, inList };
    return group;
  };
}
