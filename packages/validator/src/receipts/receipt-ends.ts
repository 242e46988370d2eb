/* Both ends of a receipt in one file: they share most of what a page downloads for either. */
export { createReceipt } from './create-receipt.ts';
export { verifyReceipt } from './verify-receipt.ts';
