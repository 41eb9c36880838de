import { refusal } from '../kernel/refusal.ts';

export const userUnknown = refusal('absent', 'USER_UNKNOWN', 'There is no such user.');
export const userSuspended = refusal('conflict', 'USER_SUSPENDED', 'This user is suspended already.');
export const userActive = refusal('conflict', 'USER_ACTIVE', 'This user is active.');
export const yourself = refusal('conflict', 'YOURSELF', 'You cannot suspend yourself: ask another administrator.');
export const lastAdmin = refusal('conflict', 'LAST_ADMIN', 'This is the last administrator who is active.');
