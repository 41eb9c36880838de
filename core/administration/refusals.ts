import { refusal } from '../kernel/refusal.ts';

export const userUnknown = refusal('absent', 'USER_UNKNOWN', 'There is no such user.');
export const userSuspended = refusal('conflict', 'USER_SUSPENDED', 'This user is suspended already.');
export const userActive = refusal('conflict', 'USER_ACTIVE', 'This user is active.');
export const yourself = refusal('conflict', 'YOURSELF', 'You cannot suspend yourself: ask another administrator.');
export const lastAdmin = refusal('conflict', 'LAST_ADMIN', 'This is the last administrator who is active.');

export const busReviewed = refusal('conflict', 'BUS_REVIEWED', (status: string) => `This bus is ${status} already.`);
export const busChanged = refusal(
  'conflict',
  'BUS_CHANGED',
  'This bus was changed meanwhile: look at it again before you decide.',
);

export const cityUnknown = refusal('absent', 'CITY_UNKNOWN', 'There is no such city.');
export const cityTaken = refusal('conflict', 'CITY_TAKEN', 'There is a city of this name already.');
