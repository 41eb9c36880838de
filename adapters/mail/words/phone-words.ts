import type { Language } from '../../../core/kernel/text.ts';
import { NE_FORGOT } from './account-words.ts';

/** The words of mails about the phone number of an account. */
interface PhoneWords {
  readonly phoneGone: {
    readonly subject: (brand: string) => string;
    readonly heading: string;
    readonly says: (phone: string) => string;
    readonly stays: string;
  };
  readonly phoneChanged: {
    readonly subject: (brand: string) => string;
    readonly heading: string;
    readonly says: (phone: string) => string;
    readonly removed: string;
    readonly ifNotYou: (us: string) => string;
  };
}

const en: PhoneWords = {
  phoneGone: {
    subject: (brand) => `Your phone number left your account at ${brand}`,
    heading: 'Your phone number left your account',
    says: (phone) =>
      `Somebody proved with a code that the number ${phone} is theirs. Your account never did, so the number is no longer part of it.`,
    stays:
      'Everything else stays: your bookings, your password and this address. If the number is yours, add it again in your profile and prove it with a code.',
  },
  phoneChanged: {
    subject: (brand) => `The phone number of your account at ${brand} was changed`,
    heading: 'Your phone number was changed',
    says: (phone) =>
      `Your account now has the number ${phone}. Everybody else who was signed in to it has been signed out.`,
    removed: 'Your account has no phone number any more. Everybody else who was signed in to it has been signed out.',
    ifNotYou: (us) =>
      `Was it not you? Choose a new password with "Forgot password" on the sign-in page, and tell ${us} at once.`,
  },
};

const ne: PhoneWords = {
  phoneGone: {
    subject: (brand) => `तपाईंको फोन नम्बर ${brand} को खाताबाट हट्यो`,
    heading: 'तपाईंको फोन नम्बर खाताबाट हट्यो',
    says: (phone) =>
      `${phone} नम्बर आफ्नै हो भनी कसैले कोडबाट पुष्टि गर्नुभयो। तपाईंको खाताबाट त्यो कहिल्यै पुष्टि भएको थिएन, त्यसैले नम्बर अब तपाईंको खातामा छैन।`,
    stays: 'अरू सबै उस्तै रहन्छ: तपाईंका बुकिङ, पासवर्ड र यो इमेल। नम्बर तपाईंकै हो भने आफ्नो विवरणमा फेरि हालेर कोडबाट पुष्टि गर्नुहोस्।',
  },
  phoneChanged: {
    subject: (brand) => `${brand} मा तपाईंको खाताको फोन नम्बर फेरियो`,
    heading: 'तपाईंको फोन नम्बर फेरियो',
    says: (phone) => `तपाईंको खातामा अब ${phone} नम्बर छ। खातामा साइन इन भएका अरू सबै साइन आउट भए।`,
    removed: 'तपाईंको खातामा अब फोन नम्बर छैन। खातामा साइन इन भएका अरू सबै साइन आउट भए।',
    ifNotYou: (us) => `यो तपाईंले गर्नुभएको होइन? ${NE_FORGOT}, नयाँ पासवर्ड राख्नुहोस्, अनि ${us} लाई तुरुन्तै भन्नुहोस्।`,
  },
};

export const PHONE_WORDS: Readonly<Record<Language, PhoneWords>> = { en, ne };
