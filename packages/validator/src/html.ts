export { type ProofPageOptions, renderProofPage } from './formats/render-proof-page.ts';
