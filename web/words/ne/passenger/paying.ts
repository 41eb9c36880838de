import type { Translated } from '../../dictionary.ts';
import type { paying as en } from '../../en/passenger/paying.ts';

export const paying: Translated<typeof en> = {
  payWith: 'कसरी तिर्ने',
  payWithName: (name) => `${name} बाट तिर्नुहोस्`,
  qrOf: (name) => `${name} QR`,
  orAtOnce: 'वा सिधै:',
  needs: {
    ESEWA: 'तपाईंको eSewa नम्बर र पासवर्ड।',
    KHALTI: 'तपाईंको Khalti नम्बर र पिन, वा Khalti मार्फत बैंक।',
    FONEPAY: 'QR स्क्यान गर्ने तपाईंको बैंकको एप।',
    CONNECTIPS: 'तपाईंको connectIPS लगइन। रकम बैंक खाताबाट काटिन्छ।',
  },
  needsOf: {
    form: 'उसकै पृष्ठमा साइन इन गर्नुहुन्छ।',
    redirect: 'उसकै पृष्ठमा साइन इन गर्नुहुन्छ।',
    qr: 'QR स्क्यान गर्ने एप।',
  },
  takesFrom: (amount) => `${amount} वा बढी मात्र तिर्न मिल्छ।`,
  takesUpTo: (amount) => `${amount} सम्म मात्र तिर्न मिल्छ।`,
  nobodyTakes: 'यति रकम अनलाइनबाट तिर्न मिल्दैन। कृपया बस कम्पनीमा फोन गर्नुहोस्।',
  securePage: (name) => `${name} को पृष्ठमा तिर्नुहुन्छ, अनि यहीँ फर्कनुहुन्छ।`,
  secureQr: 'QR यहीँ देखिन्छ। तपाईं आफ्नो बैंकको एपबाट तिर्नुहुन्छ।',

  scanTitle: 'स्क्यान गरेर तिर्नुहोस्',
  scanHint: 'समय नसकिएसम्म तपाईंका सिट सुरक्षित छन्।',
  qrCode: 'QR कोड',
  scanSteps: [
    'आफ्नो बैंकको एप, वा QR बाट तिर्ने अरू एप खोल्नुहोस्।',
    'यो QR स्क्यान गर्नुहोस्। यही फोनबाट तिर्ने भए तस्बिर सुरक्षित गरेर एपमा त्यही तस्बिर छान्नुहोस्।',
    'रकम जाँच्नुहोस्, अनि तिर्नुहोस्।',
  ],
  saveCode: 'तस्बिर सुरक्षित गर्नुहोस्',
  lookingForPayment: 'हामी केही सेकेन्डमै भुक्तानी खोजिरहन्छौँ। यो पृष्ठ आफैँ अगाडि बढ्छ।',
  otherWay: 'अर्को तरिकाले तिर्नुहोस्',
  codeOver: 'यो QR बाट अब तिर्न मिल्दैन। तपाईंको खाताबाट रकम गइसकेको भए पनि त्यो हराउँदैन।',
  newCode: 'नयाँ QR माग्नुहोस्',
};
