import type { Language } from '../../../core/kernel/text.ts';

/** Every sentence of the mail that tells administrators of a payment whose amount is wrong. */
interface PaymentWords {
  readonly subject: (code: string) => string;
  readonly heading: string;
  readonly says: (gateway: string, code: string, came: string, asked: string) => string;
  readonly whatToDo: (payment: string) => string;
  readonly once: string;
}

const en: PaymentWords = {
  subject: (code) => `Booking ${code}: another amount came`,
  heading: 'A payment is of another amount',
  says: (gateway, code, came, asked) =>
    `${gateway} says that ${came} was paid for booking ${code}. We had asked for ${asked}, so the booking is not paid by it.`,
  whatToDo: (payment) =>
    `Please look at payment ${payment} in the portal, and at your account with the gateway. Settling the payment as a refund books what came and gives it back to the payer.`,
  once: 'Every administrator gets this mail, once for each such payment.',
};

const ne: PaymentWords = {
  subject: (code) => `बुकिङ ${code}: अर्कै रकम आयो`,
  heading: 'एउटा भुक्तानीको रकम फरक छ',
  says: (gateway, code, came, asked) =>
    `${gateway} ले बुकिङ ${code} का लागि ${came} तिरिएको भन्छ। हामीले ${asked} मागेका थियौँ, त्यसैले यसले बुकिङ तिरिएको छैन।`,
  whatToDo: (payment) =>
    `कृपया पोर्टलमा भुक्तानी ${payment} र गेटवेमा रहेको आफ्नो खाता हेर्नुहोस्। भुक्तानीलाई फिर्ताका रूपमा टुङ्ग्याएपछि आएको रकम लेखिन्छ र तिर्नेलाई फिर्ता हुन्छ।`,
  once: 'यो मेल हरेक प्रशासकलाई, यस्तो हरेक भुक्तानीका लागि एक पटक जान्छ।',
};

export const PAYMENT_WORDS: Readonly<Record<Language, PaymentWords>> = { en, ne };
