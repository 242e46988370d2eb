/**
 * Decides whether turns are recorded. If the setting is `ask`, the person is asked once, and the answer is
 * stored in their own config. If the question fails, it counts as unanswered.
 */
export function createRecordQuestion(
  record: 'ask' | 'always' | 'never',
  askToRecord: (() => Promise<boolean>) | undefined,
  env: Readonly<Record<string, string | undefined>>,
): () => Promise<boolean> {
  let answered: Promise<boolean> | undefined;
  return async () => {
    if (record !== 'ask' || askToRecord === undefined) return record !== 'never';
    answered ??= askToRecord().then(async (isYes) => {
      const { keepRecordAnswer } = await import('@memora/engine/config');
      await keepRecordAnswer(isYes ? 'always' : 'never', env);
      return isYes;
    });
    try {
      return await answered;
    } catch (error) {
      answered = undefined;
      throw error;
    }
  };
}
