/** What each outcome means, and what to do next. The service decides which one it is; this page only tells. */
const OUTCOMES = {
  success: {
    tone: 'good',
    mark: '✓',
    title: 'Your trip is booked',
    text: 'Thank you. Your payment has arrived, and your seats are yours.',
    next: [
      'Your ticket is on its way to your e-mail address. You can also download it from your bookings at any time.',
      'Show it when you board, on your phone or printed.',
    ],
  },
  cancelled: {
    tone: 'bad',
    mark: '!',
    title: 'You have not paid',
    text: 'The payment was cancelled or did not go through. Your booking is not confirmed.',
    next: [
      'Your seats stay reserved for a few minutes. To keep them, go to your bookings and pay before the time shown there.',
      'If money has left your account all the same, do not pay again: we ask the payment service ourselves, and confirm your booking or give the money back.',
    ],
  },
  unverified: {
    tone: 'wait',
    mark: '…',
    title: 'We are checking your payment',
    text: 'The payment service has not confirmed your payment yet.',
    next: [
      'Please do not pay a second time. We keep asking, and confirm your booking as soon as the answer is yes.',
      'Look at your bookings again in a few minutes. When the booking is confirmed, your ticket comes by e-mail.',
    ],
  },
  refund_due: {
    tone: 'wait',
    mark: '↩',
    title: 'You will get your money back',
    text: 'Your payment arrived after the booking had ended, and the seats could not be kept for you.',
    next: [
      'The whole amount is paid back within 7 days. You need not do anything for it.',
      'If you still want to travel, please search again: there may be other seats or another bus.',
    ],
  },
  refunded: {
    tone: 'wait',
    mark: '↩',
    title: 'This booking was cancelled',
    text: 'The booking of this payment was cancelled, and its refund is recorded.',
    next: ['There is nothing more to pay. Your bookings show what was paid back.'],
  },
  not_matched: {
    tone: 'bad',
    mark: '?',
    title: 'We do not know this payment',
    text: 'What the payment service sent does not belong to any booking of ours.',
    next: [
      'Look at your bookings: when yours is confirmed there, all is well.',
      'If it is not, and money has left your account, write to us with the transaction code of the payment.',
    ],
  },
  none: {
    tone: 'wait',
    mark: '?',
    title: 'There is no payment to show',
    text: 'This page tells how a payment went. You come to it from the payment service.',
    next: ['To see how your booking stands, look at your bookings.'],
  },
};

function outcomeOf(query) {
  if (query.get('success') === 'true') return OUTCOMES.success;
  const reason = query.get('reason') ?? '';
  return Object.hasOwn(OUTCOMES, reason) && reason !== 'success' ? OUTCOMES[reason] : OUTCOMES.none;
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

const query = new URLSearchParams(location.search);
const { tone, mark, title, text, next } = outcomeOf(query);
const booking = /^[0-9]{1,10}$/.exec(query.get('booking_id') ?? '')?.[0];

const icon = element('div', mark, 'mark');
icon.setAttribute('aria-hidden', 'true');
const steps = document.createElement('ul');
steps.append(...next.map((step) => element('li', step)));

const result = document.getElementById('result');
result.className = tone;
result.append(icon, element('h1', title), element('p', text));
if (booking) result.append(element('p', `Booking number ${booking}`, 'faint'));
result.append(element('h2', 'What happens next'), steps);
document.title = title;
