import { npr, type Paisa, toRupees } from '../kernel/money.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import type { AdjustmentStatus } from './corrections.ts';

export const settlementKnown = refusal(
  'conflict',
  'SETTLEMENT_KNOWN',
  'A settlement of this gateway with this reference was recorded before. Look it up in the ledger.',
);

export const settlementExceeds = refusal('conflict', 'SETTLEMENT_EXCEEDS', (held: Paisa) => ({
  message: `The gateway holds ${npr(held)} according to the ledger, and this is more. Check the amount and the fee; if they are right, record the settlement with \`force\`.`,
  extra: { held: toRupees(held) },
}));

/** Thrown for an unknown statement and for another company's statement. Callers cannot tell the two cases apart. */
export const statementUnknown = refusal('absent', 'STATEMENT_UNKNOWN', 'There is no such statement.');

export const nothingToState = refusal(
  'conflict',
  'NOTHING_TO_STATE',
  'Up to that day this company has earned and taken nothing that is not on a statement already.',
);

export const statementPaid = refusal('conflict', 'STATEMENT_PAID', 'This statement is paid already.');

export const untilAhead = () => invalidField('until', 'until must not be after today.');

/** Thrown for an adjustment of an agent that does not exist. */
export const noSuchAgent = refusal('absent', 'AGENT_UNKNOWN', 'There is no such agent.');

export const adjustmentUnknown = refusal('absent', 'ADJUSTMENT_UNKNOWN', 'There is no such adjustment.');

export const adjustmentDecided = refusal(
  'conflict',
  'ADJUSTMENT_STATE',
  (status: AdjustmentStatus) => `This adjustment is ${status} already.`,
);

export const needsSecondPerson = refusal(
  'conflict',
  'SECOND_PERSON',
  'You proposed this adjustment yourself, so another administrator has to confirm it. You may reject it.',
);

export const receiptKnown = refusal(
  'conflict',
  'RECEIPT_KNOWN',
  'A receipt of this company with this reference was recorded before. Look it up in the ledger.',
);
