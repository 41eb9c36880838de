import { digits } from '../../digits.ts';
import type { Translated } from '../../dictionary.ts';
import type { manifest as en } from '../../en/portal/manifest.ts';

export const manifest: Translated<typeof en> = {
  title: 'यात्रुसूची',
  of: (route) => `यात्रुसूची: ${route}`,
  print: 'छाप्नुहोस्',
  csv: 'CSV',
  pdf: 'PDF',
  made: (time) => `${time} सम्मको`,
  empty: 'अहिलेसम्म कसैको टिकट छैन।',
  toTrip: 'यात्रामा फर्कनुहोस्',
  nowhere: 'चढ्ने ठाउँ भनिएको छैन',
  getsOn: (place, count) => `${place}: ${digits(count)}`,
  seat: 'सिट',
  name: 'नाम',
  phone: 'फोन',
  code: 'कोड',
  getsOff: 'ओर्लने ठाउँ',
  boarded: 'बसमा',
  soldBy: 'बेच्ने',
};
