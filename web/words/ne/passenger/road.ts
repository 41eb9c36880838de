import type { Translated } from '../../dictionary.ts';
import type { road as en } from '../../en/passenger/road.ts';

export const road: Translated<typeof en> = {
  title: (from, to) => `${from} – ${to}`,
  where: 'मेरो बस कहाँ छ',
  unknown: 'बसबारे अहिले केही थाहा छैन। यो पृष्ठले आफैँ फेरि सोध्छ।',
  seen: (minutes) => `${minutes} मिनेटअघि देखिएको`,
  seenNow: 'भर्खरै देखिएको',
  notSeen: (time) => `${time} देखि देखिएको छैन`,
  late: (minutes) => `करिब ${minutes} मिनेट ढिलो`,
  onTime: 'समयमै छ',
  reasons: {
    BREAKDOWN: 'बस बिग्रिएको छ।',
    ROAD_CLOSED: 'बाटो बन्द छ।',
    WEATHER: 'मौसमले रोकेको छ।',
    STRIKE: 'बन्द वा हडतालले रोकेको छ।',
    TRAFFIC: 'जाम छ।',
    OTHER: 'ढिलो हुन्छ भनेर बसका कर्मचारीले भनेका छन्।',
  },
  stops: 'बस रोकिने ठाउँ',
  about: (time) => `करिब ${time}`,
  within: (minutes) => `${minutes} मिनेट यताउता`,
  arrived: (time) => `बस ${time} मा पुग्यो।`,
  way: (from, to) => `बाटो ${from} – ${to}`,
  gone: 'यो यात्रा अब देखाइँदैन',
  goneText: 'लिङ्क सकियो, वा दिइएकै थिएन। जसले पठायो, उसलाई सोध्नुहोस्।',
};
