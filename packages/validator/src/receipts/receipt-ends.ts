/* Making and checking a receipt in one file, because they share most of the code that a page downloads for either. */
export { createReceipt } from './create-receipt.ts';
export { verifyReceipt } from './verify-receipt.ts';
