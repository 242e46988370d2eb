/** Why a line of the ledger is there. */
export const LEDGER_REASON = 'decided on the page';
