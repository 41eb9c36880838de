/* Every sentence of the mails about bookings, in English. Arguments are already formatted in English. */

/** The amounts of a cancelled booking, formatted for the mail. */
export interface MoneyInWords {
  readonly paid: string;
  /** The sum of earlier refunds; undefined if there were none. */
  readonly before: string | undefined;
  /** The refund for the cancellation and the day by which it is paid; undefined without a refund. */
  readonly refund: { readonly amount: string; readonly isAll: boolean; readonly day: string } | undefined;
  readonly goesTo: 'ACCOUNT' | 'COUNTER' | 'GATEWAY' | 'AGENT';
  /** The bank or wallet account that the refund goes to; undefined if the passenger named none. */
  readonly account: string | undefined;
  readonly company: string;
  /** The agent that sold the booking; undefined unless an agent did. */
  readonly agent: string | undefined;
}

export const en = {
  hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  route: (from: string, to: string) => `${from} to ${to}`,
  places: (count: number, text: string) => (count === 1 ? `${text} seat` : `${text} seats`),
  ifButtonFails: 'If the button does not work, open this address:',
  openBooking: 'Look at your booking',
  questions: (company: string, phone: string) => `Questions? Call ${company}: ${phone}`,
  writeToUs: (brand: string, contact: string) => `Questions? Ask ${brand}: ${contact}`,

  facts: {
    booking: 'Booking',
    trip: 'Trip',
    gettingOn: 'Getting on',
    departure: 'Departure',
    arrival: 'Arrival',
    bus: 'Bus',
    company: 'Operator',
    seats: 'Seats',
    seatsNow: 'Your seats now',
    insteadOf: (seat: string) => `Instead of ${seat}`,
    before: (moment: string) => `(was ${moment})`,
    paid: 'Paid',
    reason: 'Reason',
    amount: 'Amount',
    why: 'Why',
    how: 'How',
    account: 'Account',
    reference: 'Reference',
    failure: 'What went wrong',
  },

  confirmed: {
    subject: (code: string, route: string) => `Booking ${code} confirmed: ${route}`,
    heading: (route: string) => `${route}: your trip is booked`,
    thanks:
      'Thank you, your payment has arrived. Your ticket is attached, and an entry for your calendar. Show the ticket when you board, on your phone or printed.',
    changeOnline:
      'Plans changed? You can cancel the booking on its page. The sooner before departure, the more of the price is paid back.',
    changeAtCounter: (company: string) =>
      `Plans changed? ${company} can cancel the booking for you: tell them its code.`,
  },

  reminder: {
    subject: (route: string, moment: string) => `Your bus: ${route}, ${moment}`,
    heading: (route: string) => `${route}: your journey is near`,
    showTicket:
      'Please be at the place where you get on in time, and have your ticket at hand, on your phone or printed.',
  },

  cancelled: {
    subject: (code: string, route: string) => `Booking ${code} cancelled: ${route}`,
    heading: (route: string) => `${route}: your booking is cancelled`,
    by: (who: string) => `${who} has cancelled your booking.`,
    ticketIsOver: 'Its ticket is no longer good.',
  },

  partCancelled: {
    subject: (code: string, route: string) => `Seats of booking ${code} cancelled: ${route}`,
    heading: (route: string) => `${route}: some of your seats are cancelled`,
    by: (who: string) => `${who} has cancelled the seats below.`,
    ticketIsOver: 'Your ticket is still good for the other seats of the booking.',
  },

  money: {
    nothingPaid:
      'It had not been paid, so there is nothing to pay back. Should a payment still arrive, all of it is paid back to you.',
    comesBack: ({ paid, before, refund, goesTo, account, company, agent }: MoneyInWords) => {
      if (goesTo === 'AGENT')
        return `${agent ?? 'The agent who sold the booking'} gives the money back: please ask there.`;
      if (!refund)
        return before === undefined
          ? `Of the ${paid} that you paid, nothing is paid back.`
          : `Of the ${paid} that you paid, ${before} went back to you before. Nothing more is paid back.`;
      const { amount, isAll, day } = refund;
      const what = isAll ? `All that you paid, ${amount},` : `Of the ${paid} that you paid, ${amount}`;
      const toAccount = account === undefined ? 'to the account that you name' : `to your account: ${account}`;
      const where = {
        ACCOUNT: toAccount,
        COUNTER: `in cash, at the counter of ${company}`,
        GATEWAY: 'by itself, to where you paid from',
      }[goesTo];
      const rest = before === undefined ? '' : ` ${before} went back to you before.`;
      return `${what} will be paid back to you by ${day} at the latest, ${where}.${rest}`;
    },
    otherAccount: 'Should it go to another account? Name it on the page of your booking.',
    bringCode: 'Please bring the code of your booking.',
  },

  causes: {
    BREAKDOWN: 'A breakdown.',
    ROAD_CLOSED: 'A closed road.',
    WEATHER: 'The weather.',
    STRIKE: 'A strike.',
    TRAFFIC: 'Much traffic.',
    LOW_SALES: 'Too few passengers.',
    OTHER: '',
  },

  tripCancelled: {
    subject: (route: string, moment: string) => `Trip cancelled: ${route}, ${moment}`,
    heading: (route: string) => `${route}: your trip is cancelled`,
    by: (company: string) => `${company} has cancelled this trip, and with it your booking.`,
    ticketIsOver: 'Your ticket is no longer good.',
  },

  retimed: {
    subject: (route: string, moment: string) => `New departure: ${route}, ${moment}`,
    heading: (route: string) => `${route}: your bus has new times`,
    by: (company: string) =>
      `${company} has changed the times of your trip. The time at your boarding point moves with the departure.`,
  },

  late: {
    subject: (route: string, moment: string) => `Bus about ${moment}: ${route}`,
    heading: (route: string) => `${route}: when your bus comes`,
    comes: (expected: string, before: string) => `Your bus comes about ${expected}, not ${before}.`,
    mayChange: 'This is an estimate and may change. Please be there a little earlier.',
    expected: 'Expected',
    planned: 'Planned',
  },

  offered: {
    subject: (route: string, seats: string) => `Yours for a while: ${route}, ${seats}`,
    heading: (route: string) => `${route}: seats are free for you`,
    by: (moment: string) =>
      `You waited for seats on this trip. Nobody else gets these before ${moment}. Book them before then.`,
    open: 'Look at the seats',
  },

  doorMoved: {
    subject: (moment: string) => `The sale now opens ${moment}`,
    heading: 'The opening of the sale was moved',
    to: (moment: string, before: string) => `The sale opens on ${moment}, not on ${before}.`,
    because: (reason: string) => `The reason: ${reason}`,
    kept: 'You keep your place in the line.',
    open: 'Look at the opening',
  },

  waitOver: {
    subject: (route: string, moment: string) => `You wait no longer: ${route}, ${moment}`,
    heading: (route: string) => `${route}: you wait no longer`,
    NOT_TAKEN: 'The seats that were kept for you were not booked, so others get them now.',
    SEATS_GONE: 'The trip has another bus or other seats now, and too few of the seats that you wanted.',
    again: 'If you still want to travel, look whether seats are free, or wait again.',
  },

  moved: {
    subject: (route: string, moment: string) => `New seats: ${route}, ${moment}`,
    heading: (route: string) => `${route}: you have other seats`,
    by: (company: string) => `${company} has put another bus on your trip, with other seats for you.`,
  },

  goesOn: {
    staysGood:
      'Your booking and your ticket stay good, but the ticket that you have still shows what held before: go by this mail.',
    payBy: (moment: string) => `Your booking stays good, if you pay it by ${moment}.`,
    cancelOnline: (moment: string) =>
      `Does this not suit you? You can cancel the booking on its page until the departure, ${moment}.`,
    cancelAtCounter: (company: string, moment: string) =>
      `Does this not suit you? ${company}, who sold it to you, can cancel the booking until the departure, ${moment}.`,
    tooLate: (company: string) =>
      `The time of departure has passed, so the booking can no longer be cancelled here. Does this not suit you? Talk to ${company}.`,
    free: 'It costs you nothing: all that you paid is paid back.',
    atAFee: 'The sooner before departure, the more of the price is paid back.',
    notCharged: 'Nothing has been charged yet.',
  },

  refund: {
    subject: (what: string, code: string) => `${what}: booking ${code}`,
    heading: (what: string, amount: string) => `${what}: ${amount}`,
    sent: 'Your refund is on its way',
    paid: 'Your refund was paid',
    failed: 'Your refund could not be paid',
    wasSent: (brand: string, amount: string) => `${brand} has sent you ${amount}.`,
    hasArrived: (brand: string, amount: string) => `The ${amount} that ${brand} sent you has arrived.`,
    inCash: (company: string, amount: string) => `${company} has paid you ${amount} back in cash.`,
    cameBack: (brand: string, amount: string) =>
      `${brand} has sent you ${amount}, and the money came back. It is still yours: name another account, and it is sent again.`,
    notPaidBack: (brand: string, amount: string) =>
      `${amount} could not be paid back to where you paid from. It is still yours: name an account, and ${brand} sends it there.`,
    shouldItNotArrive: (tell: string) =>
      `A wallet shows it at once, a bank may take some days. Should it not arrive, ask your wallet or bank for the reference above, and then tell ${tell}.`,
    canNotFindIt: (tell: string) =>
      `You can't find this money? Ask your wallet or bank for the reference above, and then tell ${tell}.`,
    notGot: (company: string) =>
      `You have not got this money? Ask ${company} for it, and tell them the code of your booking.`,
    nameOnline: (code: string) =>
      `Open booking ${code} and name the eSewa, Khalti or bank account to which it should go. Please check its number and holder: it has to be exactly as your wallet or bank knows it.`,
    nameLink: 'Name another account',
    nameFirstLink: 'Name an account',
    due: 'You get money back',
    isDue: (brand: string, amount: string, day: string) =>
      `${brand} owes you ${amount}. You get it by ${day} at the latest.`,
    goesThere: 'It goes to the account above. Should it go to another one? Name it on the page of your booking.',
    goesThereFromCounter: (company: string, code: string) =>
      `It goes to the account above. Should it go to another one? Tell ${company}, who sold you the ticket; they will ask for the code of your booking, ${code}.`,
    accountNamed: 'The account for your refund',
    accountHeading: (account: string) => `Your refund goes to ${account}`,
    namedByYou: 'You have named the account to which refunds of this booking go.',
    namedBy: (who: string) => `${who} has named the account to which refunds of this booking go.`,
    notYouOnline: (tell: string) =>
      `This was not you? Choose a new password, name the right account on the page of your booking, and tell ${tell}, before the money is sent.`,
    notYouAtCounter: (company: string, tell: string) =>
      `This is not your account? Tell ${company} or ${tell} at once, before the money is sent.`,
    nameAtCounter: (company: string, code: string) =>
      `Tell ${company}, who sold you the ticket, to which eSewa, Khalti or bank account it should go; they will ask for the code of your booking, ${code}.`,
    tell: (brand: string, contact: string) => `${brand} (${contact})`,
    methods: {
      ESEWA: 'eSewa',
      KHALTI: 'Khalti',
      BANK: 'Bank transfer',
      CASH: 'In cash',
      AUTOMATIC: 'Back to where you paid from',
    },
    reasons: {
      LATE_PAYMENT: 'Your payment came when the booking was over',
      DUPLICATE_PAYMENT: 'You paid the booking twice',
      AMOUNT_DIFFERS: 'Another amount came than the price of the booking',
      PASSENGER_CANCELLATION: 'You cancelled the booking',
      OPERATOR_CANCELLATION: 'Your booking was cancelled',
      CHANGE: 'Your booking was changed to a cheaper trip',
      GOODWILL: 'As a gesture of goodwill',
    },
  },
};

/** The texts that every language must have, under the same keys. */
export type BookingWords = typeof en;
