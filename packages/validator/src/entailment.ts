export type {
  EntailmentJudge,
  EntailmentQuestion,
  EntailmentVerdict,
} from './contract/entailment-judge.ts';
export { type AiSdkJudgeOptions, createAiSdkJudge } from './entailment/ai-sdk-judge.ts';
export {
  type EntailmentReport,
  judgeEntailment,
  type StatementEntailment,
} from './entailment/judge-entailment.ts';
export { type LocalNliOptions, openLocalNliJudge } from './entailment/local-nli-judge.ts';
export { createPortJudge, type ToWireText } from './entailment/port-judge.ts';
