import type { Translated } from '../../../dictionary.ts';
import type { overview as en } from '../../../en/portal/admin/overview.ts';

export const overview: Translated<typeof en> = {
  title: 'सारांश',
  today: 'आज',
  waits: 'बाँकी काम',
  bookings: 'बुकिङ',
  gross: 'उठेको रकम',
  seats: 'बिकेका सिट',
  ofSeats: (sold, offered) => `${offered} मध्ये ${sold}`,
  payments: 'जवाफ नआएका भुक्तानी',
  refunds: 'फिर्ता दिनुपर्ने',
  overdue: 'म्याद नाघेका फिर्ता',
  reviews: 'जाँच',
  news: 'नपठाइएका खबर',
  mails: 'नपठाइएका इमेल',
  nothing: 'छैन',
};
