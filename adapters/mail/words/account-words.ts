import type { Language } from '../../../core/kernel/text.ts';
import type { CodePurpose, FirstFactor, LockoutMail, PasswordPage, TotpMail } from '../../../core/platform/mailer.ts';

/** The subject, the heading and the first sentence of a mail that contains a code. */
interface CodeWords {
  readonly subject: (brand: string) => string;
  readonly heading: string;
  readonly why: string;
}

/** The texts of a mail about a change of the authenticator app. */
interface TotpChangeWords {
  readonly subject: (brand: string) => string;
  readonly heading: string;
  readonly says: string;
  /** The last line of the mail: advice for an owner who did not make the change. */
  readonly ifNotYou: (tell: string) => string;
}

/** Every sentence of the mails about signing in. */
export interface AccountWords {
  readonly facts: Readonly<Record<'when' | 'browser' | 'address' | 'unknown', string>>;
  readonly on: (browser: string, system: string) => string;
  /** A duration such as `15 minutes`. `text` is the number in the mail's language. */
  readonly duration: (count: number, text: string, unit: 'second' | 'minute' | 'hour') => string;
  readonly codes: {
    readonly purposes: Readonly<Record<CodePurpose, CodeWords>>;
    readonly valid: (time: string) => string;
    readonly secret: (brand: string) => string;
    /** Advice for a reader who did not make the request. For a sign-in, the advice depends on the first factor. */
    readonly ifNotYou: Readonly<Record<'SIGNUP' | 'RESEND' | 'NEW_EMAIL', string>> & {
      readonly LOGIN: Readonly<Record<FirstFactor, string>>;
    };
  };
  readonly reset: Readonly<Record<'heading' | 'asked' | 'link' | 'ifNotYou', string>> & {
    readonly subject: (brand: string) => string;
    readonly valid: (time: string) => string;
  };
  readonly lockout: {
    readonly subject: (brand: string) => string;
    readonly heading: string;
    readonly locked: Readonly<Record<LockoutMail['locked'], (time: string) => string>>;
    readonly forgotten: Readonly<Record<PasswordPage['kind'], string>>;
    readonly pages: Readonly<Record<PasswordPage['kind'], string>>;
    readonly ifNotYou: string;
  };
  readonly totp: Readonly<Record<TotpMail['change'], TotpChangeWords>>;
  readonly smsSignIn: {
    readonly subject: (brand: string) => string;
    readonly heading: string;
    readonly says: string;
    readonly ifNotYou: (tell: string) => string;
  };
  readonly smsLimit: {
    readonly subject: (brand: string) => string;
    readonly heading: string;
    readonly says: (limit: string) => string;
    readonly advice: string;
  };
}

const en: AccountWords = {
  facts: { when: 'When', browser: 'Browser', address: 'IP address', unknown: 'unknown' },
  on: (browser, system) => `${browser} on ${system}`,
  duration: (count, text, unit) => (count === 1 ? `one ${unit}` : `${text} ${unit}s`),
  codes: {
    purposes: {
      LOGIN: {
        subject: (brand) => `Your sign-in code for ${brand}`,
        heading: 'Your sign-in code',
        why: 'Enter this code to finish signing in:',
      },
      SIGNUP: {
        subject: (brand) => `Confirm your e-mail address for ${brand}`,
        heading: 'Welcome! Please confirm your e-mail address',
        why: 'Enter this code to confirm that this address is yours:',
      },
      RESEND: {
        subject: (brand) => `Your new code for ${brand}`,
        heading: 'Your new code',
        why: 'Here is the new code you asked for. Codes we sent earlier no longer work.',
      },
      NEW_EMAIL: {
        subject: (brand) => `Confirm your e-mail address for ${brand}`,
        heading: 'Please confirm your e-mail address',
        why: 'Enter this code to add this address to your account:',
      },
    },
    valid: (time) => `The code works once and is good for ${time}. This code was requested from:`,
    secret: (brand) => `Never tell it to anybody: ${brand} will not ask you for it by phone or message.`,
    ifNotYou: {
      LOGIN: {
        password:
          'If this was not you, somebody may know your password. They cannot get in without this code, but please choose a new password.',
        provider:
          'If this was not you, somebody may be using your Google account. They cannot get in without this code.',
        sms: 'If this was not you, somebody may have your phone number now. They cannot get in without this code.',
      },
      SIGNUP: 'If you did not open an account, you can ignore this mail: nothing happens without the code.',
      RESEND: 'If you did not ask for a code, you can ignore this mail: nothing happens without it.',
      NEW_EMAIL: 'If you did not ask for a code, you can ignore this mail: nothing happens without it.',
    },
  },
  reset: {
    subject: (brand) => `Reset your password for ${brand}`,
    heading: 'Choose a new password',
    asked: 'Somebody, hopefully you, asked to reset the password of your account.',
    link: 'Choose a new password',
    valid: (time) => `The link is single-use and works for ${time}. A new password signs you out on all your devices.`,
    ifNotYou: 'If it was not you, you can ignore this mail: your password stays as it is.',
  },
  lockout: {
    subject: (brand) => `Too many failed sign-ins at ${brand}`,
    heading: 'Too many failed sign-ins',
    locked: {
      account: (time) =>
        `Somebody entered too many wrong passwords for your account, so it is locked for ${time}. The last attempt came from:`,
      browser: (time) =>
        `Somebody entered too many wrong passwords for your account in a browser that signs in without a code, so this browser is locked for ${time}. You can still sign in with another browser. The last attempt came from:`,
      address: (time) =>
        `Somebody entered too many wrong passwords for your account from one internet address, so nobody can sign in to your account from there for ${time}. You can still sign in from elsewhere. The last attempt came from:`,
      'new addresses': (time) =>
        `Somebody entered too many wrong passwords for your account from many internet addresses, so for up to ${time} you can only sign in where you have signed in lately, or with a browser that you trust. The last attempt came from:`,
    },
    forgotten: {
      'sign-in':
        'If it was you and you do not remember your password, press "Forgot your password?" on the sign-in page. A new password also lifts the lock.',
      'new-password':
        'If it was you and you do not remember your password, choose a new one. That also lifts the lock.',
    },
    pages: { 'sign-in': 'Go to the sign-in page', 'new-password': 'Choose a new password' },
    ifNotYou: 'If it was not you: nobody got in, and there is nothing you need to do.',
  },
  totp: {
    on: {
      subject: (brand) => `Authenticator app turned on at ${brand}`,
      heading: 'Your authenticator app is on',
      says: 'An authenticator app was set up for your account. From now on, signing in takes your password and the digits of that app. It was set up from:',
      ifNotYou: (tell) =>
        `If it was not you, somebody knows your password. Press "Forgot your password?" on the sign-in page to choose a new one, and tell ${tell}, who can take that app off your account.`,
    },
    off: {
      subject: (brand) => `Authenticator app turned off at ${brand}`,
      heading: 'Your authenticator app is off',
      says: 'The authenticator app was taken off your account. Signing in no longer takes its digits, and its recovery codes no longer work. It was turned off from:',
      ifNotYou: (tell) =>
        `If it was not you, somebody knows your password and has your app or a recovery code. Press "Forgot your password?" on the sign-in page to choose a new password, which signs everybody out, and tell ${tell}.`,
    },
    reset: {
      subject: (brand) => `Authenticator app reset at ${brand}`,
      heading: 'Your authenticator app was reset',
      says: 'We took the authenticator app off your account, as for somebody who has lost the app and the recovery codes, and signed you out everywhere. Sign in with your password, and set up an app again.',
      ifNotYou: (tell) =>
        `If you did not ask for this, press "Forgot your password?" on the sign-in page to choose a new password, and tell ${tell} at once.`,
    },
  },
  smsSignIn: {
    subject: (brand) => `A sign-in to your account at ${brand} by text`,
    heading: 'Somebody signed in with your phone number',
    says: 'A code by text signed in to your account, from an address from which you have not signed in lately.',
    ifNotYou: (tell) =>
      `If this was not you, somebody may have your number now. Please sign in with your password, change the number in your profile, and tell ${tell} at once.`,
  },
  smsLimit: {
    subject: (brand) => `${brand} sends no more codes by text for now`,
    heading: 'The codes by text of a day are used up',
    says: (limit) =>
      `The service sends at most ${limit} codes by text in 24 hours, and at most half of them to numbers that nobody has verified. One of these limits is reached, so passengers may be unable to sign in by phone.`,
    advice:
      'The login log shows who asked for them. If they were travellers, raise SMS_DAILY_LIMIT; if one address asked for most, block it. You get this mail at most once a day.',
  },
};

const NE_UNITS = { second: 'सेकेन्ड', minute: 'मिनेट', hour: 'घण्टा' } as const;
export const NE_FORGOT = 'साइन इन पृष्ठमा "पासवर्ड बिर्सनुभयो?" थिच्नुहोस्';

const ne: AccountWords = {
  facts: { when: 'कहिले', browser: 'ब्राउजर', address: 'IP ठेगाना', unknown: 'थाहा नभएको' },
  on: (browser, system) => `${browser} (${system})`,
  duration: (_count, text, unit) => `${text} ${NE_UNITS[unit]}`,
  codes: {
    purposes: {
      LOGIN: {
        subject: (brand) => `${brand} मा साइन इन गर्ने कोड`,
        heading: 'साइन इन गर्ने कोड',
        why: 'साइन इन पूरा गर्न यो कोड लेख्नुहोस्:',
      },
      SIGNUP: {
        subject: (brand) => `${brand} का लागि आफ्नो इमेल पुष्टि गर्नुहोस्`,
        heading: 'स्वागत छ! आफ्नो इमेल पुष्टि गर्नुहोस्',
        why: 'यो इमेल तपाईंकै हो भनी पुष्टि गर्न यो कोड लेख्नुहोस्:',
      },
      RESEND: {
        subject: (brand) => `${brand} को नयाँ कोड`,
        heading: 'तपाईंको नयाँ कोड',
        why: 'तपाईंले माग्नुभएको नयाँ कोड यही हो। पहिले पठाइएका कोड अब चल्दैनन्।',
      },
      NEW_EMAIL: {
        subject: (brand) => `${brand} का लागि आफ्नो इमेल पुष्टि गर्नुहोस्`,
        heading: 'आफ्नो इमेल पुष्टि गर्नुहोस्',
        why: 'यो इमेल आफ्नो खातामा जोड्न यो कोड लेख्नुहोस्:',
      },
    },
    valid: (time) => `यो कोड एक पटक मात्र, ${time} भित्र चल्छ। कोड यहाँबाट मागिएको हो:`,
    secret: (brand) => `यो कोड कसैलाई नभन्नुहोस्: ${brand} ले फोन वा सन्देशबाट कहिल्यै कोड माग्दैन।`,
    ifNotYou: {
      LOGIN: {
        password:
          'तपाईंले होइन भने अरू कसैलाई तपाईंको पासवर्ड थाहा हुन सक्छ। यो कोडबिना ऊ भित्र पस्न सक्दैन, तर कृपया नयाँ पासवर्ड राख्नुहोस्।',
        provider: 'तपाईंले होइन भने अरू कसैले तपाईंको Google खाता चलाइरहेको हुन सक्छ। यो कोडबिना ऊ भित्र पस्न सक्दैन।',
        sms: 'तपाईंले होइन भने तपाईंको फोन नम्बर अब अरू कसैसँग हुन सक्छ। यो कोडबिना ऊ भित्र पस्न सक्दैन।',
      },
      SIGNUP: 'तपाईंले खाता खोल्नुभएको होइन भने केही गर्नुपर्दैन: कोडबिना केही हुँदैन।',
      RESEND: 'तपाईंले कोड माग्नुभएको होइन भने केही गर्नुपर्दैन: कोडबिना केही हुँदैन।',
      NEW_EMAIL: 'तपाईंले कोड माग्नुभएको होइन भने केही गर्नुपर्दैन: कोडबिना केही हुँदैन।',
    },
  },
  reset: {
    subject: (brand) => `${brand} को पासवर्ड फेर्नुहोस्`,
    heading: 'नयाँ पासवर्ड राख्नुहोस्',
    asked: 'कसैले, सायद तपाईं आफैँले, तपाईंको खाताको पासवर्ड फेर्न माग्नुभएको छ।',
    link: 'नयाँ पासवर्ड राख्नुहोस्',
    valid: (time) => `यो लिंक एक पटक मात्र, ${time} भित्र चल्छ। नयाँ पासवर्ड राखेपछि सबै फोन र कम्प्युटरबाट साइन आउट हुन्छ।`,
    ifNotYou: 'तपाईंले होइन भने केही गर्नुपर्दैन: तपाईंको पासवर्ड उही रहन्छ।',
  },
  lockout: {
    subject: (brand) => `${brand} मा धेरै पटक साइन इन हुन सकेन`,
    heading: 'धेरै पटक साइन इन हुन सकेन',
    locked: {
      account: (time) =>
        `कसैले तपाईंको खातामा धेरै पटक गलत पासवर्ड हालेकाले खाता ${time} का लागि बन्द गरिएको छ। अन्तिम प्रयास यहाँबाट भएको थियो:`,
      browser: (time) =>
        `कोड नचाहिने एउटा ब्राउजरबाट कसैले तपाईंको खातामा धेरै पटक गलत पासवर्ड हालेकाले त्यो ब्राउजर ${time} का लागि बन्द गरिएको छ। अर्को ब्राउजरबाट साइन इन गर्न सक्नुहुन्छ। अन्तिम प्रयास यहाँबाट भएको थियो:`,
      address: (time) =>
        `एउटा इन्टरनेट ठेगानाबाट कसैले तपाईंको खातामा धेरै पटक गलत पासवर्ड हालेकाले त्यहाँबाट ${time} सम्म तपाईंको खातामा साइन इन गर्न मिल्दैन। अन्त कतैबाट साइन इन गर्न सक्नुहुन्छ। अन्तिम प्रयास यहाँबाट भएको थियो:`,
      'new addresses': (time) =>
        `धेरै इन्टरनेट ठेगानाबाट कसैले तपाईंको खातामा धेरै पटक गलत पासवर्ड हालेकाले बढीमा ${time} सम्म तपाईंले हालसालै साइन इन गरेको ठाउँबाट वा भरोसा गरेको ब्राउजरबाट मात्र साइन इन गर्न मिल्छ। अन्तिम प्रयास यहाँबाट भएको थियो:`,
    },
    forgotten: {
      'sign-in': `तपाईं आफैँले हो र पासवर्ड सम्झनुहुन्न भने ${NE_FORGOT}। नयाँ पासवर्ड राखेपछि खाता फेरि खुल्छ।`,
      'new-password': 'तपाईं आफैँले हो र पासवर्ड सम्झनुहुन्न भने नयाँ राख्नुहोस्। त्यसपछि खाता फेरि खुल्छ।',
    },
    pages: { 'sign-in': 'साइन इन पृष्ठमा जानुहोस्', 'new-password': 'नयाँ पासवर्ड राख्नुहोस्' },
    ifNotYou: 'तपाईंले होइन भने: कोही पनि भित्र पस्न सकेन, र तपाईंले केही गर्नुपर्दैन।',
  },
  totp: {
    on: {
      subject: (brand) => `${brand} मा अथेन्टिकेटर एप चालु भयो`,
      heading: 'तपाईंको अथेन्टिकेटर एप चालु भयो',
      says: 'तपाईंको खातामा अथेन्टिकेटर एप जोडियो। अब साइन इन गर्न पासवर्ड र त्यस एपका अङ्क चाहिन्छ। यहाँबाट जोडिएको हो:',
      ifNotYou: (tell) =>
        `तपाईंले होइन भने अरू कसैलाई तपाईंको पासवर्ड थाहा छ। ${NE_FORGOT} र नयाँ पासवर्ड राख्नुहोस्, अनि ${tell} लाई भन्नुहोस्: त्यो एप तपाईंको खाताबाट हटाइदिन सकिन्छ।`,
    },
    off: {
      subject: (brand) => `${brand} मा अथेन्टिकेटर एप बन्द भयो`,
      heading: 'तपाईंको अथेन्टिकेटर एप बन्द भयो',
      says: 'तपाईंको खाताबाट अथेन्टिकेटर एप हटाइयो। अब साइन इन गर्न एपका अङ्क चाहिँदैनन्, र रिकभरी कोडहरू चल्दैनन्। यहाँबाट बन्द गरिएको हो:',
      ifNotYou: (tell) =>
        `तपाईंले होइन भने अरू कसैलाई तपाईंको पासवर्ड थाहा छ, र एप वा रिकभरी कोड उसको हातमा छ। ${NE_FORGOT} र नयाँ पासवर्ड राख्नुहोस्: सबै ठाउँबाट साइन आउट हुन्छ। अनि ${tell} लाई भन्नुहोस्।`,
    },
    reset: {
      subject: (brand) => `${brand} मा अथेन्टिकेटर एप हटाइयो`,
      heading: 'तपाईंको अथेन्टिकेटर एप हटाइयो',
      says: 'एप र रिकभरी कोड दुवै हराएको भनी हामीले तपाईंको खाताबाट अथेन्टिकेटर एप हटायौँ, र सबै ठाउँबाट साइन आउट गर्‍यौँ। पासवर्डले साइन इन गरेर फेरि एप जोड्नुहोस्।',
      ifNotYou: (tell) => `तपाईंले यो माग्नुभएको होइन भने ${NE_FORGOT} र नयाँ पासवर्ड राख्नुहोस्, अनि ${tell} लाई तुरुन्तै भन्नुहोस्।`,
    },
  },
  smsSignIn: {
    subject: (brand) => `${brand} को तपाईंको खातामा SMS कोडबाट साइन इन भयो`,
    heading: 'तपाईंको फोन नम्बरबाट कसैले साइन इन गर्यो',
    says: 'तपाईंले हालै साइन इन नगर्नुभएको ठेगानाबाट SMS कोड प्रयोग गरी तपाईंको खातामा साइन इन भयो।',
    ifNotYou: (tell) =>
      `तपाईंले होइन भने त्यो नम्बर अब अरू कसैसँग हुन सक्छ। पासवर्डबाट साइन इन गरेर आफ्नो विवरणमा नम्बर बदल्नुहोस्, र ${tell} लाई तुरुन्तै भन्नुहोस्।`,
  },
  smsLimit: {
    subject: (brand) => `${brand} बाट अहिले SMS कोड पठाइँदैन`,
    heading: 'एक दिनका SMS कोड सकिए',
    says: (limit) =>
      `यो सेवाले २४ घण्टामा बढीमा ${limit} SMS कोड पठाउँछ, त्यसको बढीमा आधा कसैले पुष्टि नगरेका नम्बरमा। एउटा सीमा पुगेको छ, त्यसैले यात्रुहरू फोनबाट साइन इन गर्न नसक्न सक्छन्।`,
    advice:
      'कसले कोड माग्यो, लगइन लगमा देखिन्छ। यात्रु नै हुन् भने SMS_DAILY_LIMIT बढाउनुहोस्; एउटै ठेगानाबाट धेरै मागिएको भए त्यसलाई रोक्नुहोस्। यो मेल दिनमा बढीमा एक पटक आउँछ।',
  },
};

export const ACCOUNT_WORDS: Readonly<Record<Language, AccountWords>> = { en, ne };
