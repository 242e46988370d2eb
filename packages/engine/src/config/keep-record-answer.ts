import { keepSettings } from './keep-settings.ts';

/** Writes `memory.record` into the user's own config. Throws as {@link keepSettings} does. */
export async function keepRecordAnswer(
  answer: 'always' | 'never',
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await keepSettings({ 'memory.record': answer }, env);
}
