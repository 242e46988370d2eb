import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

/** The model of these examples: whatever speaks OpenAI's protocol at `MODEL_URL`, a local Ollama unless told. */
export function openModel() {
  const { MODEL_URL = 'http://127.0.0.1:11434/v1', MODEL = 'llama3.2', MODEL_KEY } = process.env;
  const provider = createOpenAICompatible({
    name: 'example',
    baseURL: MODEL_URL,
    supportsStructuredOutputs: true,
    ...(MODEL_KEY === undefined ? {} : { apiKey: MODEL_KEY }),
  });
  return provider(MODEL);
}
