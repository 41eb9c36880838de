import { refusal } from '../kernel/refusal.ts';

/** Also for a device of another company: the caller can't tell which of the two it is. */
export const deviceUnknown = refusal('absent', 'DEVICE_UNKNOWN', 'There is no such device.');

export const deviceTokenInvalid = refusal(
  'unauthenticated',
  'DEVICE_TOKEN_INVALID',
  'This phone is not enrolled any more. Please have it enrolled again.',
);

export const enrolTokenInvalid = refusal(
  'unauthenticated',
  'ENROL_TOKEN_INVALID',
  'This enrolment code is not valid any more. Please ask for a new one.',
);

export const tooEarly = refusal(
  'conflict',
  'TOO_EARLY',
  'This bus departs in more than 12 hours. Please choose the right trip.',
);
