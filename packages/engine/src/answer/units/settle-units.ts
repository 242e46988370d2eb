import type { CheckStatus, VerificationReport } from '@memora/validator';
import { formatUnit } from './format-unit.ts';
import type { Unit } from './unit.ts';

/** Units that stand, as one draft with its report. */
export interface SettledUnits {
  readonly units: readonly Unit[];
  readonly text: string;
  readonly report: VerificationReport;
}

/** Statuses that say that a sentence is not told as its note tells it: it is left out. Any other is the reader's to know. */
const FORM: ReadonlySet<CheckStatus> = new Set(['token_mismatch', 'quote_mismatch']);

/** Verifies what units say, and leaves out what does not stand: a sentence, or the unit where that is what was found. */
export async function settleUnits(
  units: readonly Unit[],
  verify: (text: string) => Promise<VerificationReport>,
): Promise<SettledUnits> {
  const text = units.map(formatUnit).join('\n');
  const report = await verify(text);
  const fallen = new Set<string>(
    report.statements.flatMap(({ supported, checks }) =>
      supported
        ? []
        : checks.flatMap((index) => {
            const check = report.checks[index];
            return check !== undefined && FORM.has(check.status) ? [check.claimId] : [];
          }),
    ),
  );
  if (fallen.size === 0) return { units: units.filter((_, i) => isWhole(units, i, report)), text, report };
  return settleUnits(
    units.flatMap((unit) => without(unit, fallen)),
    verify,
  );
}

/** True where all that a unit says stands: another is no passage to show, whatever is left of its sentences. */
function isWhole(units: readonly Unit[], at: number, { statements }: VerificationReport): boolean {
  const start = units.slice(0, at).reduce((sum, unit) => sum + formatUnit(unit).length + 1, 0);
  const end = start + formatUnit(units[at] as Unit).length;
  return statements.every(
    ({ supported, offset }) => supported || offset.utf16 < start || offset.utf16 >= end,
  );
}

function without(unit: Unit, fallen: ReadonlySet<string>): readonly Unit[] {
  const isFallen = (id: string) => fallen.has(id);
  if (unit.found.every(({ evidence }) => evidence.some(({ claim }) => isFallen(claim.id)))) return [];
  const blocks = unit.blocks.flatMap((block) => {
    const lines = block.lines.filter(({ claims }) => !claims.some(({ id }) => isFallen(id)));
    return lines.length === 0 ? [] : [{ ...block, lines }];
  });
  return blocks.length === 0 ? [] : [{ ...unit, blocks }];
}
