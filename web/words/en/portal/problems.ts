/**
 * Sentences for refusals that only portal users get, keyed by code. They replace the service's own sentences, which are
 * English only.
 */
export const problems: Readonly<Record<string, string>> = {
  COUNTER_SHARE:
    'Until the rush is over, blocks and sales at the counter may take only their share of the seats of this trip.',
  CASH_DIFFERS: 'The count is not what should be in the till: count again, or close and say why.',
  TOO_LATE_TO_UNDO: 'It is too late to undo this sale. A manager can cancel the booking.',
  ADJUSTMENT_STATE: 'Somebody has decided this correction meanwhile.',
  RECEIPT_KNOWN: 'A payment of this company with this reference is noted already. Look for it in the ledger.',
  SETTLEMENT_KNOWN: 'A settlement with this reference is noted already. Look for it in the ledger.',
  SETTLEMENT_EXCEEDS: 'That is more than the gateway holds by the books. Look at the amount and the fee again.',
  PAYMENT_STATE: 'Nothing about this payment is open any more: it is settled, or its money is in the ledger.',
  REFUND_CLAIMED: 'Somebody else has claimed this refund, and is about to send it.',
  ACCOUNT_CHANGED:
    'The account was changed after you looked at it, and nothing is noted. Close this and look at the refund again. Have you sent the money already? Talk to whoever named the new account first.',
};

/** Details that follow a problem's sentence: the conflicting seats, trips or amounts. */
export const told = {
  otherTrip: (departure: string) => `That trip leaves ${departure}.`,
  sold: (seats: string) => `Sold: ${seats}.`,
  unseated: (seats: string) => `Without a seat: ${seats}.`,
  claimedBy: (name: string) => `It is with ${name}.`,
  gatewayHolds: (amount: string) => `It holds ${amount}.`,
  more: (count: string) => `${count} more`,
  quota: (used: string, limit: string) => `Used: ${used} of ${limit}.`,
};
