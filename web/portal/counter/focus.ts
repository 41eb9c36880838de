/** The fields of the counter to which the keyboard focus can go. */
type CounterField = 'seats' | 'traveller' | 'phone' | 'received';

export const focusField = (field: CounterField): void =>
  document.querySelector<HTMLElement>(`.counter [name="${field}"]`)?.focus();
