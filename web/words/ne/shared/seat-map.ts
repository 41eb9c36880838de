import type { Translated } from '../../dictionary.ts';
import type { seatMap as en } from '../../en/shared/seat-map.ts';

export const seatMap: Translated<typeof en> = {
  seats: 'सिटहरू',
  decks: 'तलाहरू',
  deck: (deck, number) => (deck === 1 ? 'तल्लो तला' : deck === 2 ? 'माथिल्लो तला' : `तला ${number}`),
  chosenHere: (count) => `${count} वटा छानियो`,
  front: 'अगाडि',
  door: 'ढोका',
  seat: (number) => `सिट ${number}`,
  positions: { window: 'झ्यालपट्टि', aisle: 'बीचतर्फ', middle: 'बीचमा' },
  states: {
    available: 'खाली',
    yours: 'तपाईंको',
    taken: 'बिकिसकेको',
    held: 'अहिले अरूले रोकेको',
    blocked: 'बिक्रीमा छैन',
  },
  keptFor: {
    WOMEN: 'महिलाका लागि सुरक्षित',
    DISABLED: 'अपाङ्गता भएका व्यक्तिका लागि सुरक्षित',
    ELDERLY: 'ज्येष्ठ नागरिकका लागि सुरक्षित',
  },
  keptLegend: {
    WOMEN: 'महिलाका लागि सुरक्षित',
    DISABLED: 'अपाङ्गता भएका व्यक्तिका लागि सुरक्षित',
    ELDERLY: 'ज्येष्ठ नागरिकका लागि सुरक्षित',
  },
  elderlySign: '६०+',
  legend: {
    available: 'खाली',
    chosen: 'तपाईंले छानेको',
    taken: 'बिकिसकेको',
    held: 'अहिले अरूले रोकेको',
    blocked: 'बिक्रीमा छैन',
  },
  nowTaken: (seats) => `${seats}: भर्खरै अरूले लिनुभयो।`,
  nowTakenMany: (count) => `${count} सिट भर्खरै अरूले लिनुभयो।`,
  nowFree: (seats) => `${seats}: फेरि खाली भयो।`,
  nowFreeMany: (count) => `${count} सिट फेरि खाली भए।`,
};
