import { digits } from '../../digits.ts';
import type { Translated } from '../../dictionary.ts';
import type { changing as en } from '../../en/portal/changing.ts';

export const changing: Translated<typeof en> = {
  change: 'परिवर्तन गर्नुहोस्',
  what: 'ग्राहकले के परिवर्तन गर्न चाहनुभयो?',
  kinds: {
    seats: 'अर्को सिट',
    trip: 'अर्को दिन वा बस',
    some: 'केही सिट रद्द',
  },
  close: 'जस्ताको तस्तै राख्नुहोस्',
  quote: 'हिसाब',

  seat: (number) => `सिट ${number}`,
  whichSeats: 'कुन सिट छोड्ने?',
  howMany: 'कति जनाको ठाउँ छोड्ने?',
  allOfThem: 'सबै छोड्ने भए “बुकिङ रद्द गर्नुहोस्” थिच्नुहोस्।',
  chooseSome: 'कम्तीमा एउटा सिट छान्नुहोस्।',
  cancelSome: (count) => `${count} सिट रद्द गर्नुहोस्`,
  someCancelled: (back) => `रद्द भयो। ${back} फिर्ता हुन्छ। बाँकीका लागि टिकट काम लाग्छ।`,

  chooseSeats: (count) => (count === 1 ? 'नयाँ सिट छान्नुहोस्।' : `${digits(count)} सिट छान्नुहोस्।`),
  chosenOf: (chosen, all) => `${all} मध्ये ${chosen} छानियो`,
  takeSeats: (count, one) => (one ? 'यो सिटमा सार्नुहोस्' : `यी ${count} सिटमा सार्नुहोस्`),
  seatsChanged: 'बुकिङको सिट फेरियो। कोड उही हो।',

  day: 'दिन',
  trips: 'यस दिनका बस',
  noTrips: 'यस दिन तपाईंको अर्को बस त्यहाँ जाँदैन।',
  tripAt: (departure, arrival) => `${departure} देखि ${arrival} सम्म`,
  perSeat: (fare) => `प्रति सिट ${fare}`,
  left: (count) => `${count} बाँकी`,
  tooFew: 'चाहिने जति सिट खाली छैनन्',

  namesAndPlaces: 'नाम र ठाउँ',
  namesHint: 'खाली छोडेको कुरा जस्ताको तस्तै रहन्छ। एउटा नाम दुई पटक फेर्न मिल्छ।',
  name: 'नाम',
  asBefore: 'पहिलेकै',

  fee: 'परिवर्तन शुल्क',
  fees: { tiers: 'बुक गर्दाको सर्तअनुसार', none: 'शुल्क नलिने' },
  oldTotal: 'अहिलेको बुकिङको भाडा',
  credit: 'नयाँ बुकिङमा जोडिने',
  newTotal: 'नयाँ बुकिङको भाडा',
  toPay: 'ग्राहकले तिर्ने',
  toRefund: 'ग्राहकले फिर्ता पाउने',
  free: 'अहिले परिवर्तन गर्दा केही लाग्दैन।',
  leastAfterwards: (percent) => `नयाँ बुकिङ रद्द गर्दा भाडाको कम्तीमा ${percent} लाग्नेछ।`,
  changeFor: (amount) => `${amount} लिएर परिवर्तन गर्नुहोस्`,
  changeBack: (amount) => `परिवर्तन गर्नुहोस्, ${amount} फिर्ता हुन्छ`,
  changeEven: 'परिवर्तन गर्नुहोस्, केही तिर्नु पर्दैन',
  managerRefunds: 'रकम फिर्ता हुने भएकाले यो परिवर्तन व्यवस्थापकले मात्र गर्न मिल्छ।',
  changed: (code) => `परिवर्तन भयो। नयाँ बुकिङ ${code} हो।`,
};
