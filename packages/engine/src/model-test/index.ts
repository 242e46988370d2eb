/* Choosing and testing the user's model. */
export { type JudgeRecord, readJudgeRecord } from '../judge/judge-record.ts';
export {
  type KnownKey,
  type ListedModels,
  listModels,
  type ModelServer,
  ollamaEndpoint,
} from './list-models.ts';
export type { ModelCost } from './meter-model.ts';
export {
  type AnsweringTest,
  ENOUGH,
  type ExtractingTest,
  isGoodJudge,
  type JudgingTest,
  type ModelTest,
  type RewritingTest,
} from './model-test.ts';
export { type ModelTestOptions, testModel } from './run-model-test.ts';
export { TEST_VERSION } from './test-version.ts';
