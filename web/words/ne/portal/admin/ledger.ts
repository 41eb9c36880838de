import type { Translated } from '../../../dictionary.ts';
import type { ledger as en } from '../../../en/portal/admin/ledger.ts';

export const ledger: Translated<typeof en> = {
  title: 'बहीखाता',
  text: 'पैसाको हरेक चाल, नयाँ माथि। यहाँको केही कहिल्यै फेरिँदैन।',
  balances: 'हरेक खातामा कति छ',
  balancesText: 'पैसा शून्यमाथि; दिनुपर्ने वा कमाएको शून्यमुनि। सबै जोड्दा शून्य।',
  empty: 'कुनै चाल भेटिएन',
  about: 'केबारे',
  booking: 'बुकिङ',
  statements: 'हिसाब विवरण',
  settle: 'गेटवेको रकम जनाउनुहोस्',
  settleTitle: 'गेटवेले पैसा पठायो',
  settleText: 'बैंकमा कति आयो, गेटवेले कति राख्यो।',
  settleAmount: 'आएको, रुपैयाँमा',
  fee: 'गेटवेले राखेको, रुपैयाँमा',
  settleIt: 'जनाउनुहोस्',
  settled: (amount) => `${amount} जनाइयो।`,
};
