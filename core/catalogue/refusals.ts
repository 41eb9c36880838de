import { type Fault, refusal } from '../kernel/refusal.ts';

/** Thrown if the file has faults. `field` of each fault is a JSON pointer. */
export const catalogueFaulty = refusal('invalid', 'CATALOGUE_FAULTY', (faults: readonly Fault[]) => ({
  message: 'The catalogue has faults; nothing was loaded.',
  faults,
}));

export const registeredMeanwhile = refusal(
  'conflict',
  'REGISTERED_MEANWHILE',
  (email: string) =>
    `Somebody registered as ${email}, or with that phone number, at this very moment. Nothing was loaded: please import again.`,
);
