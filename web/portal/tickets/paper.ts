import { signal } from '@preact/signals';

/** The paper of this counter's printer: a roll of 80 mm, or A6 sheets. */
export type Paper = 'roll' | 'a6';

/** The storage key for the paper. It stays stored after a sign-out, because it depends on the computer's printer. */
const NAME = 'ticket-paper';

export const paper = signal<Paper>(localStorage.getItem(NAME) === 'a6' ? 'a6' : 'roll');

export function choosePaper(chosen: Paper): void {
  localStorage.setItem(NAME, chosen);
  paper.value = chosen;
}
