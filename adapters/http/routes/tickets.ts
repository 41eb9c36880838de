import { Type } from '@sinclair/typebox';
import type { BookingId } from '../../../core/kernel/ids.ts';
import type { PrintTicket } from '../../../core/tickets/print-ticket.ts';
import { ticketUnavailable } from '../../../core/tickets/refusals.ts';
import { id } from '../route/fields.ts';
import { fileRoute } from '../route/route.ts';

export const ticketRoutes = ({ printTicket }: { readonly printTicket: PrintTicket }) => [
  fileRoute({
    method: 'get',
    path: '/api/bookings/:id/ticket',
    operationId: 'downloadTicket',
    summary: 'Download the e-ticket of a paid booking',
    description:
      'One A5 page as a PDF, with a signed token in its QR code. An unknown booking is a 409 here, like one that has no ticket.',
    access: 'passenger',
    limit: 'ticket',
    params: Type.Object({ id: id({ description: 'The booking id.' }) }),
    mediaTypes: ['application/pdf'],
    refuses: [ticketUnavailable],
    handle: async ({ caller, params }) => ({
      ...(await printTicket(caller.userId, params.id as BookingId)),
      mediaType: 'application/pdf',
    }),
  }),
];
