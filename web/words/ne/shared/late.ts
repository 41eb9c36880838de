import type { Translated } from '../../dictionary.ts';
import type { late as en } from '../../en/shared/late.ts';

export const late: Translated<typeof en> = {
  button: 'ढिलो हुँदैछ',
  title: 'बस कति ढिलो छ?',
  hint: 'यात्रुले नयाँ समय तुरुन्तै देख्छन्। पर्खिरहेकालाई खबर जान्छ।',
  minutes: 'मिनेट',
  minutesWrong: '१ देखि १,४४० सम्मको पूर्ण सङ्ख्या।',
  reason: 'कारण',
  reasons: {
    BREAKDOWN: 'बस बिग्रियो',
    ROAD_CLOSED: 'बाटो बन्द छ',
    WEATHER: 'मौसम',
    STRIKE: 'बन्द वा हडताल',
    TRAFFIC: 'जाम',
    OTHER: 'अरू कारण',
  },
  from: 'कहाँदेखि',
  next: 'आउने स्टपदेखि',
  tell: 'खबर गर्नुहोस्',
  notNow: 'अहिले होइन',
  told: (minutes, city, reason) => `खबर गरियो: ${city}देखि ${minutes} मिनेट ढिलो। ${reason}।`,
  toldFromNow: (minutes, reason) => `खबर गरियो: ${minutes} मिनेट ढिलो। ${reason}।`,
  takeBack: 'अब ढिलो छैन',
};
