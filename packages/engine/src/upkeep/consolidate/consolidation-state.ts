import { memoraPlace, readPlainText } from '@memora/privacy/files';
import { writePrivateFile } from './pages/private-file.ts';

/** A page as the last run left it. */
export interface PageState {
  readonly size: number;
  readonly mtimeMs: number;
}

/** The state after the last consolidation, which shows the next one what changed. */
export interface ConsolidationState {
  readonly regions: Readonly<Record<string, RegionState>>;
}

/** A region as it was consolidated. */
export interface RegionState {
  readonly digest: string;
  readonly pages: Readonly<Record<string, PageState>>;
}

const FILE = 'consolidation.json';
const VERSION = 1;

/** The state of a vault; an empty one if there is none or it can't be read. */
export async function readConsolidationState(vaultRoot: string): Promise<ConsolidationState> {
  try {
    const { version, regions } = JSON.parse(readPlainText(memoraPlace(vaultRoot, FILE)) ?? '{}') as {
      version: number;
    } & ConsolidationState;
    return version === VERSION ? { regions } : { regions: {} };
  } catch {
    return { regions: {} };
  }
}

/** Writes the state if it has changed. */
export async function writeConsolidationState(
  vaultRoot: string,
  before: ConsolidationState,
  after: ConsolidationState,
): Promise<void> {
  const text = JSON.stringify({ version: VERSION, ...after });
  if (text === JSON.stringify({ version: VERSION, ...before })) return;
  await writePrivateFile(vaultRoot, [FILE], `${text}\n`);
}
