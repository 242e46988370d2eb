/** The reason that ledger lines from the page carry. */
export const LEDGER_REASON = 'decided on the page';
