import type { BookingId } from '../kernel/ids.ts';
import type { TicketWorld } from './world.ts';

/** Characters that look different in every font, so that a code can be typed from another screen. */
export const LINK_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

/** A ticket code in its stored form; letter case is ignored. Undefined if the text cannot be a ticket code. */
export const ticketCodeIn = (text: string): string | undefined => {
  const code = text.toLowerCase();
  return code.length === LENGTH && Array.from(code).every((letter) => LINK_LETTERS.includes(letter)) ? code : undefined;
};

/** The code of the booking's short link. It is made when the link is first sent. */
export const ticketCodeOf = ({ random, transact }: TicketWorld, bookingId: BookingId): Promise<string> =>
  transact(({ ticketLinks }) => ticketLinks.codeOf(bookingId, random.letters(LINK_LETTERS, LENGTH)));
