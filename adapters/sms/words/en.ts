/* Every SMS in English. All characters are in the GSM alphabet, so that an SMS in one part holds 160 characters. */

/** The pieces of an SMS about a booking, in the booking's language. `line` leaves out empty pieces. */
export interface Pieces {
  /** Booking code, route, day and time, with which the SMS begins. */
  readonly head: string;
  readonly seats: string;
  readonly registrationNo: string;
  readonly boarding: string;
  /** The short link to the ticket. */
  readonly link: string;
  /** The page where the passenger names a bank or wallet account for the refund; without it, a contact. */
  readonly askAt: string;
}

/** Joins pieces with spaces. Leaves out empty ones. */
export const line = (...pieces: readonly string[]): string => pieces.filter((piece) => piece !== '').join(' ');

const CODE_IS_FOR = {
  SIGN_IN: 'to sign in',
  CHANGE: 'to make this the number of your account',
  FIND: 'to find your booking',
};

export const en = {
  code: (brand: string, code: string, purpose: keyof typeof CODE_IS_FOR) =>
    `${line(brand, code)} is your code ${CODE_IS_FOR[purpose]}. Good for 5 minutes. Tell it to nobody.`,

  emailGone: (brand: string, email: string) =>
    line(brand, `your account no longer has the address ${email}: somebody else uses it. You still sign in by SMS.`),

  emailAdded: (brand: string, email: string) =>
    line(brand, `your account now has the address ${email}. If it was not you, contact us at once.`),
  phoneChanged: (brand: string, phone: string) =>
    line(brand, `your account now has the number ${phone}, not this one. If it was not you, contact us at once.`),
  phoneRemoved: (brand: string) =>
    line(brand, 'this number was removed from your account. If it was not you, contact us at once.'),

  route: (from: string, to: string) => `${from}-${to}`,
  seats: (numbers: string) => `seat ${numbers}`,
  places: (count: number, text: string) => (count === 1 ? `${text} seat` : `${text} seats`),
  call: (phone: string) => `call ${phone}`,
  ask: (company: string) => (company === '' ? 'ask the bus company' : `ask ${company}`),
  gateways: { ESEWA: 'eSewa', KHALTI: 'Khalti', FONEPAY: 'Fonepay', CONNECTIPS: 'connectIPS' },
  methods: { ESEWA: 'eSewa', KHALTI: 'Khalti', BANK: 'bank account' },

  confirmed: ({ head, seats, registrationNo, boarding, link }: Pieces) =>
    line(head, seats, registrationNo, boarding, link),
  reminder: ({ head, seats, registrationNo, boarding, link }: Pieces) =>
    line('Reminder:', head, seats, registrationNo, boarding, link),
  cancelled: ({ head, askAt }: Pieces, refund: string, asksForAccount: boolean) =>
    line(
      `${head} cancelled.`,
      refund === '' ? '' : `Refund ${refund}.`,
      asksForAccount ? `Name an account: ${askAt}` : '',
    ),
  cancelledByAgent: ({ head }: Pieces) => `${head} cancelled. Who sold it gives the money back.`,
  partCancelledByAgent: ({ head, seats }: Pieces) =>
    `${head}: ${line(seats, 'cancelled')}. Who sold it gives the money back.`,
  partCancelled: ({ head, seats, askAt }: Pieces, refund: string, asksForAccount: boolean) =>
    line(
      `${head}: ${line(seats, 'cancelled')}.`,
      refund === '' ? '' : `Refund ${refund}.`,
      asksForAccount ? `Name an account: ${askAt}` : '',
    ),
  offered: (head: string, seats: string, until: string, page: string) =>
    `${line(head, seats)} yours until ${until}: ${page}`,
  doorMoved: (before: string, moment: string, page: string) =>
    `The sale opens ${moment}, not ${before}. You keep your place: ${page}`,
  retimed: ({ head, link }: Pieces, moment: string) => line(`${head}: now leaves ${moment}.`, link),
  late: ({ head, link }: Pieces, expected: string, before: string) =>
    line(`${head}: bus about ${expected}, not ${before}.`, link),
  busChanged: ({ head, registrationNo, seats, link }: Pieces) => line(`${head}: new bus`, registrationNo, seats, link),
  refundDue: ({ head, askAt }: Pieces, amount: string, asksForAccount: boolean) =>
    line(`${head}: you get ${amount} back.`, asksForAccount ? `Name an account: ${askAt}` : ''),
  paidTwiceDue: ({ head, askAt }: Pieces, amount: string, gateway: string, asksForAccount: boolean) =>
    line(
      `${head} your ticket is valid. You paid twice: ${amount} of ${gateway} comes back.`,
      asksForAccount ? `Name an account: ${askAt}` : '',
    ),
  paidTwicePaid: ({ head }: Pieces, amount: string, gateway: string) =>
    `${head} your ticket is valid. You paid twice: ${amount} of ${gateway} has come back.`,
  accountChanged: ({ head }: Pieces, account: string) => `${head}: refunds now go to ${account}.`,
  refundSent: ({ head }: Pieces, amount: string) => `${head}: refund of ${amount} sent.`,
  refundPaid: ({ head }: Pieces, amount: string) => `${head}: refund of ${amount} paid.`,
  refundFailed: ({ head, askAt }: Pieces, amount: string) =>
    `${head}: refund of ${amount} was not paid. Name an account: ${askAt}`,
};

/**
 * The words that every language must have, under the same keys. SMS with a one-time code or about an account are always
 * in English.
 */
export type SmsWords = Omit<typeof en, 'code' | 'emailGone' | 'emailAdded' | 'phoneChanged' | 'phoneRemoved'>;
