import { refusal } from '../kernel/refusal.ts';

/** Thrown for an unknown device and for another company's device. Callers cannot tell the two cases apart. */
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

/** Thrown for a departure that is too many hours early, or early and not confirmed. */
export const tooEarly = refusal('conflict', 'TOO_EARLY', (why: 'unasked' | 'hours before') =>
  why === 'unasked'
    ? 'This bus departs in more than 30 minutes. If it has really left, say that it left early.'
    : 'This bus departs in more than 12 hours. Please choose the right trip.',
);

export const notDeparted = refusal('conflict', 'NOT_DEPARTED', 'Nobody has said that this bus has left.');
