import type { OperatorId } from '../kernel/ids.ts';
import { foldedCode } from '../kernel/folding.ts';
import type { OwnedNumber } from './ports.ts';

/**
 * The form in which registration numbers are compared: without spaces, case, full-width letters or invisible
 * characters. So nobody can enter a bus twice by spelling its number differently.
 */
export const keyOfRegistration = foldedCode;

/** A company's id and a registration key as one string, for the keys of maps. */
export const textOfNumber = ({ operatorId, registrationKey }: OwnedNumber): string =>
  `${operatorId} ${registrationKey}`;

/** The registration number of a company's bus, in the form for comparisons. */
export const numberOf = (bus: { readonly operatorId: OperatorId; readonly registrationNo: string }): OwnedNumber => ({
  operatorId: bus.operatorId,
  registrationKey: keyOfRegistration(bus.registrationNo),
});
