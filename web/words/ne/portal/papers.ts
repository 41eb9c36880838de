import type { Translated } from '../../dictionary.ts';
import type { papers as en } from '../../en/portal/papers.ts';

export const papers: Translated<typeof en> = {
  title: 'कागजात',
  types: {
    REGISTRATION: 'दर्ता किताब',
    ROUTE_PERMIT: 'रुट इजाजत',
    INSURANCE: 'बीमा',
    FITNESS: 'जाँच पास',
    POLLUTION: 'प्रदूषण जाँच',
  },
  states: { PENDING: 'जाँच बाँकी', VERIFIED: 'प्रमाणित', REJECTED: 'अस्वीकृत' },
  paper: 'कागजात',
  number: 'नम्बर',
  validFrom: 'लागू हुने दिन',
  validUntil: 'सकिने दिन',
  file: 'फाइल',
  fileHint: 'PDF, JPEG वा PNG, बढीमा ८ MB। सबै पढिने फोटो भए पुग्छ।',
  fileMissing: 'फाइल छान्नुहोस्।',
  upload: 'अपलोड गर्नुहोस्',
  uploaded: 'अपलोड भयो। चाँडै जाँच्छौं।',
  state: 'अवस्था',
  validity: 'मान्य',
  from: (day) => `${day} देखि`,
  until: (day) => `${day} सम्म`,
  always: 'म्याद छैन',
  download: 'डाउनलोड',
  noFile: 'फाइल छैन',
  none: 'अहिलेसम्म कागजात छैन। सिट बेच्न दर्ता किताब, रुट इजाजत, बीमा र जाँच पास चाहिन्छ।',
  optional: 'अनिवार्य होइन',
};
