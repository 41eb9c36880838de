import type { BookingId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Transact } from '../kernel/unit-of-work.ts';

/** Codes of the short links to tickets. A booking has one code for ever. */
export interface TicketLinks {
  /** The booking's code: `fresh`, unless it has one. Rejects when another booking has `fresh`. */
  codeOf(bookingId: BookingId, fresh: string): Promise<string>;
  find(code: string): Promise<BookingId | undefined>;
}

/** Characters that look different in every font, so that a code can be typed from another screen. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

/** A code as it is stored; letter case is ignored. Undefined if no code looks like that. */
export const ticketCodeIn = (text: string): string | undefined => {
  const code = text.toLowerCase();
  return code.length === LENGTH && Array.from(code).every((letter) => ALPHABET.includes(letter)) ? code : undefined;
};

export interface TicketLinkNeeds {
  readonly random: Pick<Random, 'letters'>;
  readonly transact: Transact<{ readonly ticketLinks: TicketLinks }>;
}

/** The code of the booking's link. Made when it is first sent. */
export const ticketCodeOf = ({ random, transact }: TicketLinkNeeds, bookingId: BookingId): Promise<string> =>
  transact(({ ticketLinks }) => ticketLinks.codeOf(bookingId, random.letters(ALPHABET, LENGTH)));
