import type { Translated } from '../../../dictionary.ts';
import type { money as en } from '../../../en/portal/admin/money.ts';

export const money: Translated<typeof en> = {
  accounts: {
    GATEWAY: 'गेटवे',
    CASH: 'कम्पनीहरूसँग नगद',
    BANK: 'बैंक',
    UNEARNED: 'तिरेको, यात्रा बाँकी',
    OPERATOR: 'कम्पनीहरू',
    COMMISSION: 'कमिसन',
    REFUND_DUE: 'फिर्ता दिनुपर्ने',
    FEES: 'गेटवेको शुल्क',
  },
  kinds: {
    PAYMENT: 'भुक्तानी',
    EARNED: 'यात्राबाट कमाइ',
    CANCELLATION: 'रद्द',
    GOODWILL: 'सद्भाव',
    REFUND: 'फिर्ता दिइयो',
    PAYOUT: 'कम्पनीलाई दिइयो',
    SETTLEMENT: 'गेटवेले पठायो',
    ADJUSTMENT: 'सच्याइयो',
    RECEIPT: 'कम्पनीले तिर्‍यो',
  },
  movement: 'के भयो',
  into: 'डेबिट: पाउने',
  outOf: 'क्रेडिट: दिने',
  account: 'खाता',
  kind: 'के',
  stands: 'बाँकी',
  together: 'जम्मा',
};
