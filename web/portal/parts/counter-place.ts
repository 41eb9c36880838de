import { signal } from '@preact/signals';

/** Belongs to the computer, not to a user, so it stays when users sign out. */
const KEPT_AS = 'counter-place';

/** The city or boarding point where this computer's counter is. Empty until somebody chooses it. */
export const counterPlace = signal(localStorage.getItem(KEPT_AS) ?? '');

export function setCounterPlace(place: string): void {
  counterPlace.value = place;
  localStorage.setItem(KEPT_AS, place);
}
