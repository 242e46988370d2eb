import type { EntailmentJudge, EntailmentVerdict } from '../contract/entailment-judge.ts';
import { ValidatorError } from '../contract/validator-error.ts';

/** Options of {@link openLocalNliJudge}. */
export interface LocalNliOptions {
  /** A folder with `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model.onnx`. Nothing is downloaded. */
  readonly modelPath: string;
  /** Minimum probability of a verdict; below it the verdict is `neutral`. Default 0.5. */
  readonly threshold?: number;
}

/**
 * Opens a natural-language-inference model from a local folder, run by `@huggingface/transformers` (an optional peer dependency). Throws `MemoraError`
 * `NLI_NOT_INSTALLED`, `NLI_MODEL_UNREADABLE` or `NLI_LABELS_UNKNOWN`.
 */
export async function openLocalNliJudge(
  options: LocalNliOptions,
): Promise<EntailmentJudge & AsyncDisposable> {
  const { threshold = 0.5 } = options;
  const { AutoModelForSequenceClassification, AutoTokenizer, env } = await importTransformers();
  const [, folder = '.', name = ''] = /^(.*)[/\\]([^/\\]+)[/\\]*$/u.exec(options.modelPath) ?? [
    '',
    '.',
    options.modelPath,
  ];
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = folder;
  const local = { local_files_only: true, dtype: 'fp32' } as const;
  const [tokenizer, model] = await Promise.all([
    AutoTokenizer.from_pretrained(name, local),
    AutoModelForSequenceClassification.from_pretrained(name, local),
  ]).catch((cause: unknown) => {
    throw new ValidatorError(`the NLI model in ${options.modelPath} cannot be read`, {
      code: 'NLI_MODEL_UNREADABLE',
      hint: 'Point modelPath at a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.',
      cause,
    });
  });
  const verdicts = readLabels((model.config as { id2label?: Record<string, string> }).id2label ?? {});
  return {
    name,
    locality: 'local',
    judge: async ({ evidence, statement }) => {
      const inputs = tokenizer(evidence, { text_pair: statement, truncation: true, padding: true });
      const { logits } = (await model(inputs)) as { logits: { data: ArrayLike<number> } };
      return decide(Array.from(logits.data), verdicts, threshold);
    },
    [Symbol.asyncDispose]: async () => {
      await model.dispose();
    },
  };
}

/** Returns the most probable verdict; `neutral` if none reaches the threshold, `unchecked` if the numbers are invalid. */
function decide(
  logits: readonly number[],
  verdicts: readonly EntailmentVerdict[],
  threshold: number,
): EntailmentVerdict {
  if (logits.length !== verdicts.length || !logits.every(Number.isFinite)) return 'unchecked';
  const highest = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const best = logits.indexOf(highest);
  return (weights[best] as number) / total < threshold ? 'neutral' : (verdicts[best] as EntailmentVerdict);
}

function readLabels(labels: Readonly<Record<string, string>>): EntailmentVerdict[] {
  const verdicts = Object.entries(labels)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, label]): EntailmentVerdict => {
      if (/^contra/iu.test(label)) return 'contradicted';
      if (/^entail/iu.test(label)) return 'entailed';
      return /^(?:neutral|not[_ -]entail)/iu.test(label) ? 'neutral' : 'unchecked';
    });
  if (!verdicts.includes('entailed') || verdicts.includes('unchecked')) {
    throw new ValidatorError('the labels of the model are not those of natural language inference', {
      code: 'NLI_LABELS_UNKNOWN',
      hint: 'Use a model whose id2label has entailment, neutral and contradiction.',
    });
  }
  return verdicts;
}

async function importTransformers() {
  try {
    return await import('@huggingface/transformers');
  } catch (cause) {
    throw new ValidatorError('@huggingface/transformers is not installed', {
      code: 'NLI_NOT_INSTALLED',
      hint: 'Install it next to @memora/validator: npm install @huggingface/transformers',
      cause,
    });
  }
}
