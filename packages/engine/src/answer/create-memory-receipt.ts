// Loaded when a receipt is asked for.
export { createReceipt } from '@memora/validator';
