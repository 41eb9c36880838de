import type { Translated } from '../../dictionary.ts';
import type * as en from '../../en/portal/payments.ts';

export const payments: Translated<typeof en.payments> = {
  title: 'भुक्तानी',
  text: 'तिर्ने हरेक प्रयास, नयाँ माथि। थप कुरा बुकिङमा छ, गेटवेलाई त्यहीँबाट सोध्न सकिन्छ।',
  search: 'बुकिङ कोड वा कारोबार नम्बर',
  state: 'अवस्था',
  by: 'माध्यम',
  begun: 'सुरु',
  transaction: 'कारोबार',
  empty: 'भुक्तानी भेटिएन',
  emptyText: 'कोड वा नम्बरको केही भाग भए पुग्छ।',
  came: (amount) => `${amount} आयो`,
  settle: 'फिर्ताका रूपमा टुङ्ग्याउनुहोस्',
  settleTitle: (amount, code) => `${code} का लागि आएको ${amount} फिर्ता दिने?`,
  settlePartTitle: (code) => `${code} को भुक्तानीको बाँकी रकम फिर्ता दिने?`,
  otherText: (came, asked) => `गेटवेले ${came} लियो, हामीले ${asked} मागेका थियौँ। पहिले गेटवेमा हेर्नुहोस्: यो अन्तिम हो।`,
  partText: 'भुक्तानी हिसाबमा चढ्नुअघि नै गेटवेले केही रकम फिर्ता दियो। पहिले गेटवेमा हेर्नुहोस्: यो अन्तिम हो।',
  left: 'गेटवेमा बाँकी, रुपैयाँमा',
  leftHint: (amount) => `${amount} मध्ये गेटवेसँग अझै भएको रकम।`,
  settleText:
    'यो रकम हिसाबमा चढ्छ र तिर्नेलाई फिर्ता दिनुपर्ने हुन्छ। बुकिङ जस्ताको तस्तै रहन्छ, यसले तिरिँदैन। अर्को प्रशासक भए फिर्ता उनले पठाउनुपर्छ।',
  settleIt: (amount) => `${amount} चढाएर फिर्ता दिनुहोस्`,
  settlePart: 'चढाएर फिर्ता दिनुहोस्',
  settled: (amount) => `${amount} चढाइयो, तिर्नेलाई फिर्ता दिनुपर्छ।`,
};
