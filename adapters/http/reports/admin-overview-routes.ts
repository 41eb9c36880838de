import { Type } from '@sinclair/typebox';
import type { ViewDays, ViewOverview } from '../../../core/reports/view-overview.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { rupees } from '../route/fields.ts';
import { route } from '../route/route.ts';

const count = (description: string) => Type.Integer({ description, examples: [12] });

interface Uses {
  readonly viewOverview: ViewOverview;
  readonly viewDays: ViewDays;
}

export const adminOverviewRoutes = ({ viewOverview, viewDays }: Uses) => [
  route({
    method: 'get',
    path: '/api/admin/overview',
    operationId: 'viewOverview',
    summary: 'See how today goes, and what waits',
    description: 'Shows administrators what was booked today, and which payments, refunds, reviews and messages wait.',
    returns: 'The figures of today, and the numbers of what waits.',
    access: 'admin',
    status: 200,
    response: Type.Object(
      {
        date: Type.String({ format: 'date', description: 'Today, in the time zone of the service.' }),
        bookings: count('Made today, and paid.'),
        gross: rupees({ description: 'What these cost, NPR.' }),
        seats_sold: count('Of the seats offered, those that bookings take.'),
        seats_offered: count('Seats of trips that depart today.'),
        payments_unclear: count('AMBIGUOUS because of another amount, or because a part was given back.'),
        payments_open: count('Begun more than five minutes ago, and not settled yet.'),
        refunds_due: count('Refunds still to be paid.'),
        refunds_overdue: count('Refunds that should have been paid by now.'),
        reviews_waiting: count('Buses and documents to be reviewed.'),
        outbox_backlog: count('Realtime messages that are not published yet.'),
        mail_backlog: count('Queued mails that are not sent yet.'),
        sms_backlog: count('Queued texts that are not sent yet.'),
        sms_parts_today: count('Parts of the texts sent today. Each part costs as much as a text.'),
      },
      { title: 'Overview' },
    ),
    handle: async () => {
      const overview = await viewOverview();
      return {
        date: overview.date,
        bookings: overview.bookings,
        gross: toRupees(overview.gross),
        seats_sold: overview.seatsSold,
        seats_offered: overview.seatsOffered,
        payments_unclear: overview.paymentsUnclear,
        payments_open: overview.paymentsOpen,
        refunds_due: overview.refundsDue,
        refunds_overdue: overview.refundsOverdue,
        reviews_waiting: overview.reviewsWaiting,
        outbox_backlog: overview.outboxBacklog,
        mail_backlog: overview.mailBacklog,
        sms_backlog: overview.smsBacklog,
        sms_parts_today: overview.smsPartsSent,
      };
    },
  }),

  route({
    method: 'get',
    path: '/api/admin/overview/days',
    operationId: 'viewOverviewDays',
    summary: 'See what each of the last 30 days brought',
    description:
      'Shows administrators how many bookings were made and paid on each of the last 30 days, and what they cost.',
    returns: 'The last 30 days, the oldest first.',
    access: 'admin',
    status: 200,
    response: Type.Object({
      days: Type.Array(
        Type.Object({
          date: Type.String({ format: 'date', description: 'A day in the time zone of the service.' }),
          bookings: count('Made that day, and paid.'),
          gross: rupees({ description: 'What these cost, NPR.' }),
        }),
        { description: 'Oldest first, today last.' },
      ),
    }),
    handle: async () => ({
      days: (await viewDays()).map(({ date, bookings, gross }) => ({ date, bookings, gross: toRupees(gross) })),
    }),
  }),
];
