import { type SmsWords, line } from './en.ts';

/* The Nepali words are short, because a Nepali SMS in two parts holds only 134 characters. */
export const ne: SmsWords = {
  route: (from, to) => `${from}-${to}`,
  seats: (numbers) => `सिट ${numbers}`,
  places: (_count, text) => `${text} सिट`,
  call: (phone) => `फोन ${phone}`,
  ask: (company) => (company === '' ? 'बस कम्पनीमा सोध्नुहोस्' : `${company} मा सोध्नुहोस्`),
  gateways: { ESEWA: 'eSewa', KHALTI: 'Khalti', FONEPAY: 'Fonepay', CONNECTIPS: 'connectIPS' },
  methods: { ESEWA: 'eSewa', KHALTI: 'Khalti', BANK: 'बैंक' },

  confirmed: ({ head, seats, registrationNo, boarding, link }) => line(head, seats, registrationNo, boarding, link),
  reminder: ({ head, seats, registrationNo, boarding, link }) =>
    line('सम्झना:', head, seats, registrationNo, boarding, link),
  cancelled: ({ head, askAt }, refund, asksForAccount) =>
    line(`${head} रद्द भयो।`, refund === '' ? '' : `फिर्ता ${refund}।`, asksForAccount ? `खाता दिनुहोस्: ${askAt}` : ''),
  cancelledByAgent: ({ head }) => `${head} रद्द भयो। रकम बेच्ने एजेन्टले फिर्ता गर्छ।`,
  partCancelledByAgent: ({ head }) => `${head} केही सिट रद्द। रकम बेच्ने एजेन्टले फिर्ता गर्छ।`,
  partCancelled: ({ head, askAt }, refund, asksForAccount) =>
    line(`${head} केही सिट रद्द।`, refund === '' ? '' : `फिर्ता ${refund}।`, asksForAccount ? `खाता: ${askAt}` : ''),
  offered: (head, seats, until, page) => `${line(head, seats)} ${until} सम्म तपाईंको: ${page}`,
  doorMoved: (before, moment, page) => `बिक्री ${before} होइन, ${moment} मा खुल्छ। पालो उही: ${page}`,
  retimed: ({ head, link }, moment) => line(`${head} को सट्टा अब ${moment} मा छुट्छ।`, link),
  late: ({ head, link }, expected, before) => line(`${head} बस ${before} होइन, करिब ${expected} मा।`, link),
  busChanged: ({ head, registrationNo, seats, link }) => line(`${head} नयाँ बस`, registrationNo, seats, link),
  refundDue: ({ head, askAt }, amount, asksForAccount) =>
    line(`${head} ${amount} फिर्ता हुन्छ।`, asksForAccount ? `खाता दिनुहोस्: ${askAt}` : ''),
  paidTwiceDue: ({ head, askAt }, amount, gateway, asksForAccount) =>
    line(
      `${head} टिकट मान्य छ। दुई पटक तिरियो: ${gateway} को ${amount} फिर्ता हुन्छ।`,
      asksForAccount ? `खाता दिनुहोस्: ${askAt}` : '',
    ),
  paidTwicePaid: ({ head }, amount, gateway) =>
    `${head} टिकट मान्य छ। दुई पटक तिरियो: ${gateway} को ${amount} फिर्ता भयो।`,
  accountChanged: ({ head }, account) => `${head} रकम फिर्ता जाने खाता: ${account}`,
  refundSent: ({ head }, amount) => `${head} ${amount} फिर्ता पठाइयो।`,
  refundPaid: ({ head }, amount) => `${head} ${amount} फिर्ता भयो।`,
  refundFailed: ({ head, askAt }, amount) => `${head} ${amount} फिर्ता भएन। खाता दिनुहोस्: ${askAt}`,
};
