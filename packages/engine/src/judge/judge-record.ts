import { join } from 'node:path';
import { configFolder, placeAt, readPlainText, writeWholeFile } from '@memora/privacy/files';

/** How a model did when it was tested as a judge. */
export interface JudgeRecord {
  /** The version of the test. */
  readonly version: number;
  /** ISO 8601. */
  readonly testedAt: string;
  /** Shares of the true and of the false sentences of the test that it called supported. */
  readonly trueKept: number;
  readonly liesKept: number;
  readonly good: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const LONGEST = 1024 * 1024;
/** Records of models that were tested long ago make room. */
const MOST_KEPT = 100;

/** What `memora model test` found of a model at an address; null if it was not tested, or by another version of the test. */
export function readJudgeRecord(
  model: string,
  endpoint: string | null,
  version: number,
  env: Env,
): JudgeRecord | null {
  const record = readAll(env)[keyOf(model, endpoint)];
  return record?.version === version ? record : null;
}

/** Keeps what the test found, in the user's own config folder: no vault can say how good a judge is. */
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
    // Written by somebody else, or not whole: nothing is known.
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
