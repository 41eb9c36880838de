import { foldCase } from '../kernel/text.ts';

/** The form in which registration numbers are compared: without spaces and case, so that no bus is entered twice. */
export const keyOfRegistration = (registrationNo: string): string => foldCase(registrationNo.replace(/\s+/gu, ''));
