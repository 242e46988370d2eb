import { type Judge, type JudgeFunction, toJudge } from '@memora/validator/judge';
import type { OpenedJudge } from '../answer/answer-question.ts';
import type { KeptVerdicts } from './create-kept-verdicts.ts';
import { keepVerdicts } from './keep-verdicts.ts';
import type { VaultJudgePorts } from './open-vault-judge.ts';

/** The dependencies of choosing a judge: the caller's own has priority over the settings. */
interface JudgingPorts extends VaultJudgePorts {
  readonly own?: Judge | JudgeFunction | undefined;
  readonly kept: KeptVerdicts;
}

/** Opens the judge when an answer needs one; its verdicts are kept. */
export function createJudging({ own, kept, ...ports }: JudgingPorts): () => Promise<OpenedJudge> {
  return async () => {
    if (own !== undefined) return { ...NONE, judge: keepVerdicts(toJudge(own), kept) };
    if (ports.model === null && ports.settings.config.judge.provider === 'chat') return NONE;
    const { openVaultJudge } = await import('./open-vault-judge.ts');
    const opened = await openVaultJudge(ports).catch(() => ({
      ...NONE,
      reason: 'judge_unavailable',
      endpoint: null,
    }));
    return opened.judge === null
      ? opened
      : { ...opened, judge: keepVerdicts(opened.judge, kept, `${opened.judge.name} at ${opened.endpoint}`) };
  };
}

const NONE: OpenedJudge = { judge: null, reason: null, isDrafter: false, isUntested: false };
