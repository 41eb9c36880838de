import type { Language } from '../../core/kernel/text.ts';
import type { CrewMember } from '../../core/trips/crew.ts';
import type { Ticket } from '../../core/tickets/ports.ts';

/* The texts of a ticket, except names, days and amounts. */

const en = {
  title: (code: string) => `Bus ticket ${code}`,
  eTicket: 'Bus e-ticket',
  code: 'Booking code',
  departure: 'Departure',
  arrival: 'Arrival',
  seats: 'Seats',
  places: (count: number, text: string) => (count === 1 ? `${text} seat` : `${text} seats`),
  gettingOn: 'Getting on',
  questions: (phone: string) => `Questions? ${phone}`,
  soldBy: (agent: string) => `Sold by ${agent}`,
  crew: { DRIVER: 'Driver', CONDUCTOR: 'Conductor' } as Record<CrewMember['role'], string>,
  getsOn: (point: string) => `Gets on: ${point}`,
  bookedBy: 'Booked by',
  bus: 'Bus',
  paid: 'Amount paid',
  statuses: {
    PENDING_PAYMENT: 'NOT PAID',
    CONFIRMED: 'CONFIRMED',
    CHECKED_IN: 'CHECKED IN',
    COMPLETED: 'COMPLETED',
    CANCELLED: 'CANCELLED',
    REFUNDED: 'REFUNDED',
    EXPIRED: 'EXPIRED',
  } satisfies Record<Ticket['status'], string> as Record<Ticket['status'], string>,
  show: ['Show this code to the crew', 'when you board.'] as readonly string[],
  qrCode: 'QR code of the ticket',
  foot: 'Please be at the stop in good time, and keep this ticket until the end of your journey. All times are local times.',
};

export type TicketWords = typeof en;

const ne: TicketWords = {
  title: (code) => `बस टिकट ${code}`,
  eTicket: 'बस ई-टिकट',
  code: 'बुकिङ कोड',
  departure: 'प्रस्थान',
  arrival: 'आगमन',
  seats: 'सिट',
  places: (_count, text) => `${text} सिट`,
  gettingOn: 'बस चढ्ने समय र ठाउँ',
  questions: (phone) => `केही सोध्नुपरे: ${phone}`,
  soldBy: (agent) => `बिक्रेता: ${agent}`,
  crew: { DRIVER: 'चालक', CONDUCTOR: 'कन्डक्टर' },
  getsOn: (point) => `चढ्ने ठाउँ: ${point}`,
  bookedBy: 'बुक गर्ने',
  bus: 'बस',
  paid: 'तिरेको रकम',
  statuses: {
    PENDING_PAYMENT: 'भुक्तानी बाँकी',
    CONFIRMED: 'पक्का',
    CHECKED_IN: 'बस चढिसकेको',
    COMPLETED: 'यात्रा सकियो',
    CANCELLED: 'रद्द',
    REFUNDED: 'रकम फिर्ता',
    EXPIRED: 'म्याद सकियो',
  },
  show: ['बस चढ्दा यो कोड', 'बसका कर्मचारीलाई देखाउनुहोस्।'],
  qrCode: 'टिकटको QR कोड',
  foot: 'कृपया समयमै बस चढ्ने ठाउँमा आइपुग्नुहोस्, र यात्रा नसकिएसम्म यो टिकट साथमा राख्नुहोस्। सबै समय स्थानीय समय हुन्।',
};

export const TICKET_WORDS: Readonly<Record<Language, TicketWords>> = { en, ne };

/**
 * The phone numbers of the company, of the agent that sold the ticket, and of crew members: three lines in all. The
 * ticket has no room for more.
 */
export const phoneLines = (
  words: TicketWords,
  { companyPhone, crew, soldBy }: Pick<Ticket, 'companyPhone' | 'crew' | 'soldBy'>,
): readonly string[] => [
  ...(companyPhone === null ? [] : [words.questions(companyPhone)]),
  ...(soldBy === null ? [] : [[words.soldBy(soldBy.name), soldBy.phone ?? ''].join(' ').trim()]),
  ...crew.slice(0, soldBy === null ? 2 : 1).map(({ role, name, phone }) => `${words.crew[role]} ${name} ${phone}`),
];
