import type { CatalogueFile } from '../../../core/catalogue/catalogue-file.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { type Instant, daysAfter } from '../../../core/kernel/time.ts';
import { agendaOf } from './agenda.ts';
import { asha } from './asha.ts';
import { crews } from './crews.ts';
import { gather } from './cast.ts';
import { shifts } from './counter.ts';
import { departuresOf } from './departures.ts';
import { fleet } from './fleet.ts';
import { journey } from './journeys.ts';
import { money } from './money.ts';
import { phones } from './phones.ts';
import { refunds } from './refunds.ts';
import type { PastService } from './service.ts';
import { type Week, FIRST_DAY } from './week.ts';

/** The material of the sample's past: the service, the catalogue file, the trips, and the present time. */
export interface Setting {
  readonly service: PastService;
  readonly week: Week;
  readonly file: CatalogueFile;
  /** The ids of the sample's trips, by `key@day`. Trips of the catalogue file and trips before today are included. */
  readonly tripIds: ReadonlyMap<string, TripId>;
  readonly now: Instant;
}

/**
 * Plays the last nine days of the sample companies, up to now. Sales, boardings, cancellations and payments go through
 * the service's use cases, each at its own time. Returns the actions that the service refused; none in a new database.
 */
export async function addPast({ service, week, file, tripIds, now }: Setting): Promise<readonly Refusal[]> {
  service.turnTo(week.at(FIRST_DAY, '06:00'));
  const cast = await gather(service);
  // Adds nothing if a member of the sample's staff is missing, because somebody has changed the sample's companies.
  if (!cast) return [];
  const agenda = agendaOf(service.turnTo);
  const departures = departuresOf(file, tripIds, week);
  const stage = { service, agenda, cast, week, departures };

  shifts(stage, now);
  phones(stage);
  fleet(stage);
  crews(stage);
  // Adds the bookings with special stories first, because they need seats before the buses fill.
  asha(stage);
  refunds(stage);
  for (const departure of departures) journey(stage, departure);
  money(stage);

  const refusals = await agenda.play(now);
  service.turnTo(now);
  await service.useCases.earnBookings();
  await service.useCases.completeBookings();
  await tellNobody(service);
  return refusals;
}

const MAILS_AT_ONCE = 500;

/** Marks all events, mails and SMS about the sample's past as sent, so that nobody gets them. */
export async function tellNobody({ useCases, transact, now }: PastService): Promise<void> {
  await useCases.relayOutbox();
  await transact(async ({ mailQueue }) => {
    const claimed = () => mailQueue.claim(now(), daysAfter(now(), 1), MAILS_AT_ONCE);
    for (let mails = await claimed(); mails.length > 0; mails = await claimed())
      for (const mail of mails) await mailQueue.markSent(mail, now());
  });
  await transact(async ({ smsQueue }) => {
    const due = () => smsQueue.due(now(), MAILS_AT_ONCE);
    for (let texts = await due(); texts.length > 0; texts = await due())
      for (const text of texts) {
        await smsQueue.take(text, 0, now());
        await smsQueue.giveUp(text, 'OBSOLETE');
      }
  });
}
