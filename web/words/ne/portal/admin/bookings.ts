import type { Translated } from '../../../dictionary.ts';
import type { bookings as en } from '../../../en/portal/admin/bookings.ts';

export const bookings: Translated<typeof en> = {
  company: 'कम्पनी',
  booked: 'बुक गर्ने',
  bookedOn: 'बुक भएको',
  ask: 'गेटवेलाई अहिले सोध्नुहोस्',
  asked: (state) => `गेटवेको जवाफ: ${state}।`,
  goodwill: 'केही फिर्ता दिनुहोस्',
  goodwillTitle: (code) => `${code} को केही फिर्ता दिनुहोस्`,
  goodwillText: 'यो खर्च प्लेटफर्मको हो। बुकिङ जस्ताको तस्तै रहन्छ। अर्को प्रशासक भए रकम उसैले पठाउनुपर्छ।',
  goodwillAmount: 'रकम, रुपैयाँमा',
  note: 'टिपोट',
  noteHint: 'पछि हेर्ने साथीहरूका लागि।',
  giveIt: 'फिर्ता दिनुहोस्',
  given: (amount) => `सद्भावस्वरूप ${amount} फिर्ता जान्छ।`,
  tillNow: 'अहिले कहाँ कति छ',
  tillNowText: 'हरेक खाताले पाएको घटाउ दिएको। टुङ्गिएको बुकिङमा कसैको केही बाँकी हुँदैन।',
  noPayment: 'कसैले तिर्न सुरु गरेको छैन।',
  transaction: 'कारोबार',
  answers: 'यसबारे के भनियो',
  callbacks: { SUCCESS_CALLBACK: 'ब्राउजर: तिरियो', FAILURE_CALLBACK: 'ब्राउजर: तिरिएन', ENQUIRY: 'गेटवेको जवाफ' },
  badSignature: 'हस्ताक्षर गलत',
  atDesk: 'फिर्ताको काम हेर्नुहोस्',
  companyKeeps: 'कम्पनीको भाग',
  nothingYet: 'अहिलेसम्म पैसा चलेको छैन।',
};
