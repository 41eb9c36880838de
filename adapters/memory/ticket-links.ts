import type { TicketLinks } from '../../core/tickets/ticket-links.ts';
import type { State } from './state.ts';

export const memoryTicketLinks = (state: State): TicketLinks => {
  const find: TicketLinks['find'] = async (code) => [...state.ticketLinks].find(([, known]) => known === code)?.[0];

  return {
    find,

    async codeOf(bookingId, fresh) {
      const known = state.ticketLinks.get(bookingId);
      if (known !== undefined) return known;
      if ((await find(fresh)) !== undefined) throw new Error('Another booking has this code.');
      state.ticketLinks.set(bookingId, fresh);
      return fresh;
    },
  };
};
