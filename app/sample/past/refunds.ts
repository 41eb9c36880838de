import type { GivenAccount } from '../../../core/refunds/account.ts';
import type { BookingId, RefundId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Traveller } from './cast.ts';
import type { Service } from './departures.ts';
import { type Sale, sellAtCounter, sellOnline } from './sales.ts';
import { type Stage, departureOf } from './stage.ts';

/*
 * Makes refunds in every state. Days are counted from today. All events are over by last night, so that the demo shows
 * every state at any hour.
 */

/** A passenger who cancels a booking, and what happens to the refund. */
interface Story {
  readonly who: number;
  readonly line: Service;
  readonly trip: number;
  readonly booked: number;
  readonly cancelled: number;
  readonly reason: string;
  readonly account?: Omit<GivenAccount, 'holder'>;
  readonly sent?: number;
  readonly confirmed?: number;
  readonly failed?: number;
}

const ESEWA = { kind: 'ESEWA', number: '9841000123', bank: '' } as const;
const KHALTI = { kind: 'KHALTI', number: '9803000456', bank: '' } as const;
const BANK = { kind: 'BANK', number: '01901017500123', bank: 'Himalaya Savings Bank, Kalanki' } as const;

const STORIES: readonly Story[] = [
  {
    who: 0,
    line: 'kathmandu-pokhara-0630-deluxe',
    trip: -3,
    booked: -7,
    cancelled: -6,
    reason: 'My plans changed.',
    account: ESEWA,
    sent: -5,
    confirmed: -4,
  },
  {
    who: 1,
    line: 'kathmandu-gorkha-0700-deluxe',
    trip: 1,
    booked: -5,
    cancelled: -3,
    reason: 'Exam was moved.',
    account: KHALTI,
    sent: -1,
  },
  {
    who: 2,
    line: 'kathmandu-pokhara-0630-deluxe',
    trip: 2,
    booked: -4,
    cancelled: -3,
    reason: 'Booked by mistake.',
    account: BANK,
    sent: -2,
    failed: -1,
  },
  {
    who: 3,
    line: 'kathmandu-bharatpur-1400-deluxe',
    trip: 2,
    booked: -3,
    cancelled: -1,
    reason: 'घरमा काम पर्यो।',
    account: ESEWA,
  },
  {
    who: 4,
    line: 'pokhara-kathmandu-1830-deluxe',
    trip: 1,
    booked: -2,
    cancelled: -1,
    reason: 'The flight is cheaper.',
  },
  {
    who: 5,
    line: 'kathmandu-gorkha-0700-deluxe',
    trip: -4,
    booked: -9,
    cancelled: -8,
    reason: 'A child is ill.',
    account: KHALTI,
  },
];

/**
 * Makes refunds in every state: due, overdue, sent, failed and paid. The platform pays some, and the counter pays
 * others.
 */
export function refunds(stage: Stage): void {
  for (const story of STORIES) cancellation(stage, story);
  paidTwice(stage);
  goodwill(stage);
  atTheCounter(stage);
}

function cancellation(stage: Stage, story: Story): void {
  const { week, agenda, service } = stage;
  const buyer = travellerOf(stage, story.who);
  const at = week.at(story.booked, '18:20');
  const sale = sellOnline(stage, departureOf(stage, story.line, story.trip), { buyer, count: 2, at });
  agenda.at(week.at(story.cancelled, '09:10'), () =>
    withBooking(sale, (id) => service.useCases.cancelBooking(buyer.userId, id, story.reason)),
  );
  goesBack(stage, sale, { ...story, buyer });
}

interface GoingBack extends Pick<Story, 'account' | 'sent' | 'confirmed' | 'failed'> {
  readonly cancelled: number;
  readonly buyer: Traveller;
}

/** Plans a refund: the passenger names the bank or wallet account, and each later step until today follows. */
export function goesBack(stage: Stage, sale: Sale, { buyer, account, cancelled, sent, confirmed, failed }: GoingBack) {
  const { week, agenda, cast, service } = stage;
  const { useCases } = service;
  if (account) {
    const given = { ...account, holder: buyer.name };
    agenda.at(week.at(cancelled, '09:15'), () =>
      withBooking(sale, (id) => useCases.nameAccount(buyer.userId, id, given)),
    );
  }
  if (account && sent !== undefined) {
    const transfer = (id: RefundId) => ({ method: account.kind, reference: `RF-${1_000 + id}` });
    agenda.at(week.at(sent, '11:00'), () =>
      withRefund(stage, sale, (id) => useCases.sendRefund(cast.admin, id, transfer(id))),
    );
  }
  if (confirmed !== undefined)
    agenda.at(week.at(confirmed, '11:30'), () =>
      withRefund(stage, sale, (id) => useCases.confirmRefund(cast.admin, id)),
    );
  if (failed !== undefined)
    agenda.at(week.at(failed, '11:30'), () =>
      withRefund(stage, sale, (id) => useCases.failRefund(cast.admin, id, 'The bank knows no account of this number.')),
    );
}

/**
 * Plans a passenger who sees no answer and pays a second time. The second payment is to be refunded, but the passenger
 * has named no bank or wallet account yet.
 */
function paidTwice(stage: Stage): void {
  const trip = departureOf(stage, 'kathmandu-pokhara-0630-deluxe', 1);
  sellOnline(stage, trip, { buyer: travellerOf(stage, 6), count: 1, at: stage.week.at(-1, '20:05'), paidTwice: true });
}

/** Plans a goodwill refund of Rs 300, because a bus lacked the promised air conditioning. */
function goodwill(stage: Stage): void {
  const { week, agenda, cast, service } = stage;
  const { useCases, transact } = service;
  const buyer = travellerOf(stage, 7);
  const trip = departureOf(stage, 'kathmandu-pokhara-0700-ac', -5);
  const sale = sellOnline(stage, trip, { buyer, count: 1, at: week.at(-6, '19:40') });
  agenda.at(week.at(-3, '10:20'), () =>
    withBooking(sale, async (id) => {
      const [payment] = await transact(({ payments }) => payments.ofBooking(id));
      const given = { amount: fromRupees(300), note: 'The air conditioning did not work.' };
      if (payment) await useCases.addGoodwill(cast.admin, payment.id, given);
    }),
  );
  goesBack(stage, sale, { buyer, account: ESEWA, cancelled: -2, sent: -2, confirmed: -1 });
}

/** Plans two passengers who paid cash and cancel. The counter has paid one refund, but not the other. */
function atTheCounter(stage: Stage): void {
  const { week, agenda, cast, service } = stage;
  const { useCases } = service;
  const { clerk: seller, manager } = cast;
  const office = { role: 'OPERATOR', ...manager } as const;
  for (const { trip, sold, cancelled, isPaid } of [
    { trip: -1, sold: -4, cancelled: -3, isPaid: true },
    { trip: 1, sold: -2, cancelled: -1, isPaid: false },
  ]) {
    const departure = departureOf(stage, 'kathmandu-gorkha-0700-deluxe', trip);
    const at = week.at(sold, '15:35');
    const sale = sellAtCounter(stage, departure, { seller, count: 2, at, paidBy: 'CASH' });
    const given = { reason: 'The passenger called: they travel later.', fee: 'none' } as const;
    agenda.at(week.at(cancelled, '16:10'), () =>
      withBooking(sale, (id) => useCases.cancelForOffice(office, id, given)),
    );
    if (isPaid)
      agenda.at(minutesAfter(week.at(cancelled, '16:10'), 25), () =>
        withRefund(stage, sale, (id) => useCases.payCash(seller, id)),
      );
  }
}

function travellerOf({ cast }: Stage, who: number): Traveller {
  const traveller = cast.travellers[who];
  if (!traveller) throw new RangeError(`There is no traveller ${who}.`);
  return traveller;
}

/** Runs an action with the sale's booking. Does nothing if the sale failed. */
export async function withBooking({ booking }: Sale, action: (id: BookingId) => Promise<unknown>): Promise<void> {
  if (booking !== undefined) await action(booking);
}

async function withRefund({ service }: Stage, sale: Sale, action: (id: RefundId) => Promise<unknown>): Promise<void> {
  await withBooking(sale, async (id) => {
    const refund = (await service.views.officeBookings.find(id))?.refunds[0];
    if (refund) await action(refund.id);
  });
}
