/* Asking a language model to judge statements: its prompt, and the reader of its reply. */
export type {
  EvidenceContext,
  Judge,
  JudgeEvidence,
  JudgeFunction,
  JudgeReply,
  JudgeRequest,
  JudgeStatement,
  JudgeVerdict,
} from './contract/judge.ts';
export { toJudge } from './contract/judge.ts';
export { canDecide } from './judging/can-decide.ts';
export {
  type CallerJudge,
  type CallerJudgement,
  createCallerJudge,
  type OpenStatement,
} from './judging/create-caller-judge.ts';
export {
  buildJudgePrompt,
  JUDGE_PROMPT_VERSION,
  type JudgePrompt,
  type PromptPart,
} from './judging/judge-prompt.ts';
export { readJudgeReply } from './judging/read-judge-reply.ts';
