import { keepSettings } from './keep-settings.ts';

/** Writes `memory.record` to the user's own config. Throws like {@link keepSettings}. */
export async function keepRecordAnswer(
  answer: 'always' | 'never',
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await keepSettings({ 'memory.record': answer }, env);
}
