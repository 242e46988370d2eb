import { join } from 'node:path';
import { configFolder, placeAt, readPlainText, writeWholeFile } from '@memora/privacy/files';

/** A model's result when it was tested as a judge. */
export interface JudgeRecord {
  /** The version of the test. */
  readonly version: number;
  /** ISO 8601. */
  readonly testedAt: string;
  /** The shares of the test's true and false sentences that it called supported. */
  readonly trueKept: number;
  readonly liesKept: number;
  readonly good: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const LONGEST = 1024 * 1024;
/** The oldest records are dropped first. */
const MOST_KEPT = 100;

/** Reads the result of `memora model test` for a model at an address; null if it was not tested, or by another version of the test. */
export function readJudgeRecord(
  model: string,
  endpoint: string | null,
  version: number,
  env: Env,
): JudgeRecord | null {
  const record = readAll(env)[keyOf(model, endpoint)];
  return record?.version === version ? record : null;
}

/** Stores the result of the test in the user's own config folder, so that no vault can vouch for a judge. */
export async function keepJudgeRecord(
  model: string,
  endpoint: string | null,
  record: JudgeRecord,
  env: Env,
): Promise<void> {
  const key = keyOf(model, endpoint);
  const { [key]: _, ...others } = readAll(env);
  const kept = [...Object.entries(others), [key, record] as const].slice(-MOST_KEPT);
  const place = fileOf(env);
  const isNew = readPlainText(place, LONGEST) === null;
  await writeWholeFile(place, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`, {
    mode: 0o600,
    isNew,
  });
}

function readAll(env: Env): Readonly<Record<string, JudgeRecord>> {
  try {
    const read: unknown = JSON.parse(readPlainText(fileOf(env), LONGEST) ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, record]) => isRecord(record)));
  } catch {
    // Written by another program, or incomplete: nothing is known.
    return {};
  }
}

function isRecord(value: unknown): value is JudgeRecord {
  const { version, good } = (value ?? {}) as Partial<JudgeRecord>;
  return typeof version === 'number' && typeof good === 'boolean';
}

const fileOf = (env: Env) => placeAt(join(configFolder(env), 'tested-models.json'));

const keyOf = (model: string, endpoint: string | null): string =>
  endpoint === null ? model : `${model} at ${endpoint}`;
