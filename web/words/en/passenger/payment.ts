export const payment = {
  booked: 'You are booked',
  bookedText: 'Thank you. Your payment has arrived, and your seats are yours.',
  ticketByMail: 'The ticket is on its way to your e-mail address, too.',
  ticketBySms: 'A text with the link to your ticket is on its way to your phone, too.',
  notPaid: 'Not paid yet',
  notPaidText: 'The payment was cancelled or did not go through. Your seats stay reserved for a few minutes.',
  leftAccount:
    'If money has left your account all the same, do not pay again: we ask for it ourselves, and confirm your booking or give the money back.',
  checkingText:
    'Your payment is not confirmed yet. Please do not pay a second time: we keep asking, and this page changes as soon as we know.',
  pendingText:
    'The payment is open: it was not finished, or it is still on its way. We look for it every few seconds, and this page changes by itself. You can pay again, also another way: what arrives twice comes back.',
  moneyBack: 'Your money comes back',
  lateText:
    'This payment pays for no seat: it came too late, a second time, or with another amount. The whole amount is paid back within 7 days. The page of your booking says where it goes.',
  twiceText:
    'Your ticket is valid. The booking was paid twice, and what came second is paid back. The page of your booking says how.',
  changed: 'This booking was changed',
  changedText: 'Its payment counts for the booking that it was changed to.',
  newBooking: 'See the new booking',
  refundedText: 'The booking of this payment was cancelled, and its refund is recorded.',
  unknownText:
    'What came back with you does not belong to any booking of ours. When your booking is confirmed in your list, all is well.',
  nothing: 'There is no payment to show',
  nothingText: 'Here you see how a payment went, once you come back from paying.',
  ticket: 'Ticket',
  tryAgain: 'Try again',
  refund: 'See where your refund stands',
  searchAgain: 'Search again',
  yourBookings: 'Your bookings',
};
