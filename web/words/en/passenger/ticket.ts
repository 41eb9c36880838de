export const ticket = {
  title: (code: string) => `Ticket ${code}`,
  code: 'Ticket code',
  valid: 'Valid',
  notValid: 'Not valid',
  why: {
    CONFIRMED: 'Paid, and good for this ride.',
    CHECKED_IN: 'Paid. Somebody has boarded with it already.',
    COMPLETED: 'The journey is over. The ticket was good for this one ride.',
    CANCELLED: 'The booking was cancelled.',
    REFUNDED: 'The booking was cancelled.',
    EXPIRED: 'The booking was not paid in time.',
    PENDING_PAYMENT: 'The booking is not paid.',
  },
  unknown: 'This is not one of our tickets',
  unknownText: 'The link is not complete, or somebody has changed it. Please open it again where you found it.',
  passenger: 'Passenger',
  seats: 'Seats',
};
