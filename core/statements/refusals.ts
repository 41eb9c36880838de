import { invalidField, refusal } from '../kernel/refusal.ts';

/** Also for another company's: the caller can't tell which of the two it is. */
export const statementUnknown = refusal('absent', 'STATEMENT_UNKNOWN', 'There is no such statement.');

export const nothingToState = refusal(
  'conflict',
  'NOTHING_TO_STATE',
  'Up to that day this company has earned and taken nothing that is not on a statement already.',
);

export const statementPaid = refusal('conflict', 'STATEMENT_PAID', 'This statement is paid already.');

export const untilAhead = () => invalidField('until', 'until must not be after today.');
