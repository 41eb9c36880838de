/** The fields of the counter that the keyboard goes to. */
type CounterField = 'seats' | 'traveller' | 'phone' | 'received';

export const focusField = (field: CounterField): void =>
  document.querySelector<HTMLElement>(`.counter [name="${field}"]`)?.focus();
