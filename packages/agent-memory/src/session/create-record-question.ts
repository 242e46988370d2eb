/** Whether turns are recorded. Where the settings say `ask`, the person is asked once, and the answer kept in their own config; an answer that fails is none. */
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
