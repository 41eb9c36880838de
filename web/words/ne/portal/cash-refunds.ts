import type { Translated } from '../../dictionary.ts';
import type { cashRefunds as en } from '../../en/portal/cash-refunds.ts';

export const cashRefunds: Translated<typeof en> = {
  title: 'रकम फिर्ता',
  text: 'तपाईंलाई नगद वा क्यूआरबाट तिरेको र गल्लाबाट फिर्ता जाने रकम। अनलाइन तिरेको रकम बस टिकटले फिर्ता गर्छ।',
  empty: 'फिर्ता दिनुपर्ने केही छैन',
  emptyText: 'काउन्टर बिक्री रद्द हुँदा फिर्ता दिनुपर्ने रकम यहाँ देखिन्छ।',
  pay: (amount) => `${amount} दिनुहोस्`,
  asks: (amount, code) => `${code} को ${amount} दिनुभयो?`,
  asksText: 'यो तपाईंको खुला सिफ्टबाट घट्छ।',
  done: (amount) => `गल्लाबाट ${amount} दिइयो।`,
  yes: 'हो, दिएँ',
  no: 'अझै छैन',
  due: (day) => `${day} भित्र`,
  overdue: 'म्याद नाघ्यो',
  needsShift: 'नगद फिर्ता दिन तपाईंको सिफ्ट खुला हुनुपर्छ।',
  total: (amount) => `दिनुपर्ने ${amount}`,
};
