export { type ProofPageOptions, renderProofPage } from './html/render-proof-page.ts';
