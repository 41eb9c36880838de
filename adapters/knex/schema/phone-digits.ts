import type { Step } from './step.ts';

/** The digits of a customer's phone number, without the characters that people type between them. */
const DIGITS = [' ', '-', '+', '(', ')', '.', '/'].reduce(
  (text, character) => `replace(${text}, '${character}', '')`,
  'contact_phone',
);

/**
 * Adds the digits of a counter customer's phone number to the search text of older bookings. Newer bookings store them
 * when they are made.
 */
export const phoneDigitsStep: Step = {
  async up(db) {
    await db.raw(
      `update bookings set search_key = search_key || ' ' || ${DIGITS} where contact_phone is not null and ${DIGITS} <> contact_phone`,
    );
  },

  // The digits stay: no search is worse for them.
  down: () => Promise.resolve(),
  losses: () => Promise.resolve([]),
};
