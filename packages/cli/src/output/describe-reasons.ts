const SENTENCE_BY_REASON: Readonly<Record<string, string>> = {
  no_model: 'no chat model is set, so these are sentences of the notes as they stand',
  extractive_fallback: 'sentences of the notes as they stand were used instead',
  nothing_supported: 'nothing that the model wrote was supported by the notes',
  statements_stripped: 'statements that the notes do not support were left out',
  context_truncated: 'not every claim that was found fits the model',
  model_abstained: 'the model found no answer in the claims',
  model_empty: 'the model wrote nothing',
  model_timeout: 'the model took too long',
  model_rate_limited: 'the model refused more requests for now',
  model_refused: 'the model refused to answer',
  model_cut_off: 'the model stopped in the middle',
  model_unreachable: 'the model cannot be reached',
  model_blocked:
    'the request was not let out; MEMORA_ENABLE_NETWORK_LLM=1 allows a model that is not on this machine',
  model_no_key: 'the key of the chat model is not set',
  model_failed: 'the model failed',
};

/** Why an answer is not as good as it could be, for people; `--json` has the codes. */
export function describeReasons(reasons: readonly string[]): string {
  return reasons.map((reason) => SENTENCE_BY_REASON[reason] ?? reason.replaceAll('_', ' ')).join('; ');
}
