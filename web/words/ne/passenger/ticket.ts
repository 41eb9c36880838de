import type { Translated } from '../../dictionary.ts';
import type { ticket as en } from '../../en/passenger/ticket.ts';

export const ticket: Translated<typeof en> = {
  title: (code) => `टिकट ${code}`,
  code: 'टिकट कोड',
  valid: 'मान्य',
  notValid: 'मान्य छैन',
  why: {
    CONFIRMED: 'भुक्तानी भएको, यो यात्राका लागि मान्य।',
    CHECKED_IN: 'भुक्तानी भएको। यसबाट कोही चढिसकेको छ।',
    COMPLETED: 'यात्रा सकिसक्यो। टिकट त्यही एउटा यात्राका लागि थियो।',
    CANCELLED: 'बुकिङ रद्द भएको छ।',
    REFUNDED: 'बुकिङ रद्द भएको छ।',
    EXPIRED: 'बुकिङको भुक्तानी समयमा भएन।',
    PENDING_PAYMENT: 'बुकिङको भुक्तानी भएको छैन।',
  },
  changed: 'यो टिकट अब मान्य छैन: बुकिङ अर्को यात्रामा परिवर्तन भएको छ।',
  newBooking: 'नयाँ बुकिङ',
  newDeparture: 'नयाँ छुट्ने समय',
  unknown: 'यो हाम्रो टिकट होइन',
  unknownText: 'लिंक अधुरो छ वा कसैले फेरेको छ। जहाँ भेट्नुभयो त्यहींबाट फेरि खोल्नुहोस्।',
  passenger: 'यात्रु',
  phone: 'कम्पनीको फोन',
  agent: 'एजेन्ट',
  soldBy: (agent: string) => `बिक्रेता: ${agent}`,
  crew: { DRIVER: 'चालक', CONDUCTOR: 'कन्डक्टर' },
  seats: 'सिट',
};
