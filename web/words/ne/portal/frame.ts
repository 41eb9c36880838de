import type { Translated } from '../../dictionary.ts';
import type * as en from '../../en/portal/frame.ts';

export const navigation: Translated<typeof en.navigation> = {
  ofCompany: 'कम्पनी',
  ofAdministration: 'प्रशासन',
  ofAgency: 'एजेन्सी',
  profile: 'तपाईंको कम्पनी',
  account: 'खाता',
  signOut: 'साइन आउट',
  menu: 'मेनु',
  company: {
    today: 'आज',
    buses: 'बसहरू',
    timetables: 'समयतालिका',
    trips: 'यात्राहरू',
    bookings: 'बुकिङ',
    shifts: 'सिफ्ट',
    refunds: 'रकम फिर्ता',
    statements: 'हिसाब विवरण',
    sales: 'बिक्री',
    staff: 'कर्मचारी',
    devices: 'फोनहरू',
    places: 'ठाउँहरू',
    doors: 'बिक्री खुल्ने समय',
    agents: 'एजेन्टहरू',
    webhooks: 'वेबहुक',
  },
  agency: {
    sell: 'बिक्री',
    bookings: 'बुकिङ',
    account: 'हिसाब',
    keys: 'कुञ्जी',
    webhooks: 'वेबहुक',
    staff: 'कर्मचारी',
  },
  administration: {
    reviews: 'जाँच',
    companies: 'कम्पनीहरू',
    users: 'प्रयोगकर्ता',
    bookings: 'बुकिङ',
    refunds: 'रकम फिर्ता',
    ledger: 'बहीखाता',
    logs: 'अभिलेख',
    agents: 'एजेन्टहरू',
    webhooks: 'वेबहुक',
    places: 'ठाउँहरू',
    doors: 'बिक्री खुल्ने समय',
    overview: 'सारांश',
  },
};

export const lists: Translated<typeof en.lists> = {
  search: 'खोज्नुहोस्',
  filters: 'छनोट',
  all: 'सबै',
};

export const find: Translated<typeof en.find> = {
  find: 'खोज्नुहोस्',
  found: 'भेटिएका',
  hint: 'कोड, नाम वा फोन',
  key: '/ थिचेर यहाँ आउनुहोस्',
  nothing: 'केही भेटिएन',
  company: 'बस कम्पनी',
};

export const frame: Translated<typeof en.frame> = {
  close: 'बन्द गर्नुहोस्',
  save: 'सुरक्षित गर्नुहोस्',
  copy: 'कपी गर्नुहोस्',
  copied: 'प्रतिलिपि गरियो',
  resumed: 'तपाईंले यो फारम पहिले भर्न थाल्नुभएको थियो। भरेको कुरा यहीँ छ, तर अझै सुरक्षित भएको छैन।',
  beginAgain: 'सुरुदेखि भर्नुहोस्',
  suspended: 'तपाईंको कम्पनी निलम्बित छ: अहिले सिट बेच्न मिल्दैन। हेर्न, रद्द गर्न र सिफ्ट बन्द गर्न मिल्छ। हामीलाई सम्पर्क गर्नुहोस्।',
};

export const common: Translated<typeof en.common> = {
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
