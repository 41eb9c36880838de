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
};
