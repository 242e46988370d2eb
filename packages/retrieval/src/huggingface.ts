export {
  type HuggingFaceEmbedderOptions,
  openHuggingFaceEmbedder,
} from './embed/open-hugging-face-embedder.ts';
