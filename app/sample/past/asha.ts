import { sellOnline } from './sales.ts';
import { goesBack, withBooking } from './refunds.ts';
import { type Stage, departureOf } from './stage.ts';

/** Gives the demo's passenger three trips: an upcoming trip, a trip to rate, and a cancelled trip. */
export function asha(stage: Stage): void {
  const { agenda, service, week } = stage;
  const buyer = stage.cast.asha;
  const ahead = departureOf(stage, 'kathmandu-pokhara-0630-deluxe', 2);
  sellOnline(stage, ahead, { buyer, count: 2, at: week.at(-1, '19:15') });

  const behind = departureOf(stage, 'kathmandu-gorkha-0700-deluxe', -3);
  sellOnline(stage, behind, { buyer, count: 1, at: week.at(-5, '20:40') });

  const givenUp = departureOf(stage, 'pokhara-kathmandu-1830-deluxe', -1);
  const sale = sellOnline(stage, givenUp, { buyer, count: 1, at: week.at(-6, '20:50') });
  agenda.at(week.at(-3, '09:10'), () =>
    withBooking(sale, (id) => service.useCases.cancelBooking(buyer.userId, id, 'I stay in Pokhara for a week.')),
  );
  const account = { kind: 'ESEWA', number: '9800000001', bank: '' } as const;
  goesBack(stage, sale, { buyer, account, cancelled: -3, sent: -1 });
}
