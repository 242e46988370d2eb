export { type AiSdkEmbedderOptions, createAiSdkEmbedder } from './embed/create-ai-sdk-embedder.ts';
