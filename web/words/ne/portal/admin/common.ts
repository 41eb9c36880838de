import type { Translated } from '../../../dictionary.ts';
import type { common as en } from '../../../en/portal/admin/common.ts';

export const common: Translated<typeof en> = {
  when: 'कहिले',
  company: 'कम्पनी',
  amount: 'रकम',
  status: 'अवस्था',
  reason: 'कारण',
  reference: 'प्रमाण नम्बर',
  from: 'देखि',
  to: 'सम्म',
  notNow: 'अहिले होइन',
  onlyOf: (company) => `${company} मात्र`,
  ofAll: 'सबै कम्पनी देखाउनुहोस्',
  email: 'इमेल',
  phone: 'फोन',
};
