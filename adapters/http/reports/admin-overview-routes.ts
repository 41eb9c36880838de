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
    returns: 'Shows the figures of today, and counts what waits.',
    access: 'admin',
    status: 200,
    response: Type.Object(
      {
        date: Type.String({ format: 'date', description: 'Gives the date of today in the time zone of the service.' }),
        bookings: count('Counts the bookings that were made today and are paid.'),
        gross: rupees({ description: 'Gives the price of these bookings together, in NPR.' }),
        seats_sold: count('Counts the offered seats that bookings take.'),
        seats_offered: count('Counts the seats of the trips that depart today.'),
        payments_unclear: count(
          'Counts the payments that are AMBIGUOUS because of another amount, or because a part was given back.',
        ),
        payments_open: count('Counts the payments that were begun more than five minutes ago and are not settled yet.'),
        refunds_due: count('Counts the refunds that are still to be paid.'),
        refunds_overdue: count('Counts the refunds that should have been paid by now.'),
        reviews_waiting: count('Counts the buses and documents that wait for a review.'),
        outbox_backlog: count('Counts the realtime messages that are not published yet.'),
        mail_backlog: count('Counts the queued mails that are not sent yet.'),
        sms_backlog: count('Counts the queued texts that are not sent yet.'),
        webhook_backlog: count('Counts the events that are still to be sent to webhooks.'),
        agents_over_credit: count('Counts the agents that owe more than their credit limit.'),
        sms_parts_today: count(
          'Counts the parts of the texts that were sent today. Each part costs as much as a text.',
        ),
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
        webhook_backlog: overview.webhookBacklog,
        agents_over_credit: overview.agentsOverCredit,
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
    returns: 'Shows the last 30 days, the oldest first.',
    access: 'admin',
    status: 200,
    response: Type.Object({
      days: Type.Array(
        Type.Object({
          date: Type.String({ format: 'date', description: 'Gives a day in the time zone of the service.' }),
          bookings: count('Counts the bookings that were made that day and are paid.'),
          gross: rupees({ description: 'Gives the price of these bookings together, in NPR.' }),
        }),
        { description: 'Lists the last 30 days, the oldest first and today last.' },
      ),
    }),
    handle: async () => ({
      days: (await viewDays()).map(({ date, bookings, gross }) => ({ date, bookings, gross: toRupees(gross) })),
    }),
  }),
];
