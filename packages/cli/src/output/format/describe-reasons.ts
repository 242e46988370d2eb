import type { Answer } from '@memora/engine';

type Statement = Answer['report']['statements'][number];

const SENTENCE_BY_REASON: Readonly<Record<string, string>> = {
  index_incomplete: 'indexing was not finished, so notes are missing; `memora index` does the rest',
  question_no_search_words: 'the question contains no word, or only a short one that is in many notes',
  nothing_known_then:
    'nothing was recorded at that time yet: the record begins with the first `memora index`',
  no_model: 'no chat model is set, so these are lines of the notes',
  extractive_fallback: 'lines of the notes were used instead',
  nothing_supported: 'no statement that the model wrote was kept',
  context_truncated: "not all claims that were found fit into the model's context",
  nothing_to_show: 'everything that was found is secret, so the model was not asked',
  model_abstained: 'the model found no answer in these passages',
  model_empty: 'the model wrote nothing',
  model_timeout: 'the model took too long',
  model_rate_limited: 'the model refused more requests for now',
  model_refused: 'the model refused to answer',
  model_cut_off: 'the model stopped in the middle',
  model_unreachable: 'the model cannot be reached; `memora model list` shows which ones run',
  model_blocked:
    'the request was not sent; MEMORA_ENABLE_NETWORK_LLM=1 allows a model that is not on this machine',
  model_not_installed:
    'the package of the chat model is not installed: npm install ai@7 and the one of its provider',
  model_no_key: 'the key of the chat model is not set',
  model_failed: 'the model failed',
  vector_vectors_not_ready:
    'the claims have no vectors yet, so they were found by words alone; `memora index` makes them',
  vector_vectors_incomplete:
    'some claims have no vector yet, so those were found by words alone; `memora index` makes the rest',
  vector_vectors_not_indexed:
    'the vector index does not fit the claims, so they were found by words alone; `memora index` builds it',
  vector_embedder_changed:
    'the claims were embedded by another embedder, so they were found by words alone; `memora index` embeds them again',
  vector_embedder_timeout: 'the embedder took too long, so the claims were found by words alone',
  vector_embedder_failed: 'the embedder failed, so the claims were found by words alone',
  vector_embedder_wrong_dimensions:
    'the embedder gave vectors of another size, so the claims were found by words alone',
  vector_model_not_loaded: 'the embedding model cannot be loaded, so the claims were found by words alone',
  vector_word_table_invalid:
    'the word table of this installation is damaged, so the claims were found by words alone',
  vector_config_invalid: 'the [embed] settings are not complete, so the claims were found by words alone',
};

/** Why an answer is degraded, for people; `--json` has the codes. Removed `statements` are counted by their reason. */
export function describeReasons(reasons: readonly string[], statements: readonly Statement[] = []): string {
  return reasons
    .map((reason) =>
      reason === 'statements_stripped'
        ? describeLeftOut(statements)
        : (SENTENCE_BY_REASON[reason] ?? reason.replaceAll('_', ' ')),
    )
    .join('; ');
}

/** Why a statement is left out, by the status of its citations. */
const LEFT_OUT: Readonly<Record<Exclude<Statement['status'], 'verified'>, string>> = {
  uncited: 'without a citation',
  malformed: 'with a citation that cannot be read',
  unverified: 'with a citation of an unknown source',
  redacted: 'about something secret',
  out_of_context: 'from a note that the model was not shown',
  fingerprint_mismatch: 'from a line that has changed',
  quote_mismatch: 'with a quotation that is not in the note',
  token_mismatch: 'with a figure, date, name or denial that differs from the note',
  superseded: 'from a line that no longer holds',
};

function describeLeftOut(statements: readonly Statement[]): string {
  const left = statements.filter(({ kind, kept }) => kind === 'claim' && !kept);
  const counts = [...Map.groupBy(left, reasonOf)].map(([reason, all]) => `${all.length} ${reason}`);
  const many = left.length === 1 ? 'a statement was' : `${left.length || 'some'} statements were`;
  return counts.length === 0 ? `${many} left out` : `${many} left out: ${counts.join(', ')}`;
}

function reasonOf({ status, judgement }: Statement): string {
  if (status !== 'verified') return LEFT_OUT[status];
  if (judgement === 'contradicted') return 'that the judge finds contradicted';
  return judgement === 'not_judged'
    ? 'in other words that nobody judged'
    : 'that the judge does not find in the note';
}

/** If a passage covers this share of the question, the rest may be there in other words. */
const NEAR = 0.14;

/**
 * Reports that nothing was found. A search by words alone finds a passage for almost every question, and can't
 * know that the notes say nothing about it in other words.
 */
export function describeNothing(
  nearest: readonly { readonly coverage: number }[],
  reasons: readonly string[],
): string {
  if (reasons.includes('question_no_search_words'))
    return 'There is nothing to search for: name a person, a thing or an event.';
  return nearest.some(({ coverage }) => coverage >= NEAR)
    ? 'The notes do not say this in these words.'
    : 'The notes do not say: no passage has enough words of the question.';
}
