import type { Translated } from '../../dictionary.ts';
import type { sales as en } from '../../en/portal/sales.ts';

export const sales: Translated<typeof en> = {
  title: 'बिक्री',
  text: 'बस छुट्ने दिनअनुसार, जहाँबाट र जहिले तिरे पनि।',
  from: 'छुट्ने दिन',
  to: 'सम्म',
  by: 'केअनुसार',
  bys: { day: 'दिन', trip: 'यात्रा', bus: 'बस', route: 'बाटो' },
  bars: 'कमाइको चित्र',
  empty: 'यी दिनमा केही छुटेन',
  emptyText: 'अरू दिन छान्नुहोस्।',
  tooLong: 'बढीमा ३६६ दिन छान्नुहोस्।',
  trips: 'यात्रा',
  seats: 'बिकेका सिट',
  ofSeats: (sold, offered) => `${offered} मध्ये ${sold}`,
  occupancy: 'भरिएको',
  percent: (figure) => `${figure} %`,
  boarded: 'चढेका',
  noShows: 'नआएका',
  gross: 'उठेको',
  refunds: 'फिर्ता गएको',
  commission: 'कमिसन',
  earning: 'तपाईंको भाग',
  total: 'जम्मा',
  csv: 'तालिका (CSV)',
};
