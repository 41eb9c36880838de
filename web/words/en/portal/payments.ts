export const payments = {
  title: 'Payments',
  text: 'Every attempt to pay, newest first. Its booking says more, and lets you ask the gateway.',
  search: 'Booking code or transaction number',
  state: 'State',
  by: 'Paid by',
  begun: 'Begun',
  transaction: 'Transaction',
  empty: 'No payment found',
  emptyText: 'A part of the code or of the number is enough.',
};
