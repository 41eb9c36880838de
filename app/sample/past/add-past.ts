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

/** The sample's day and time zone. */
export interface Setting {
  readonly service: PastService;
  readonly week: Week;
  readonly file: CatalogueFile;
  /** The ids of the catalogue file's trips and of those on the days before today, by `key@day`. */
  readonly tripIds: ReadonlyMap<string, TripId>;
  readonly now: Instant;
}

/**
 * Plays the sample companies' last nine days before today. Sales, boardings, cancellations and payments go through the
 * use cases of the service, each at its time. Returns the refusals, which are empty in a new database.
 */
export async function addPast({ service, week, file, tripIds, now }: Setting): Promise<readonly Refusal[]> {
  service.turnTo(week.at(FIRST_DAY, '06:00'));
  const cast = await gather(service);
  // The sample staff was removed: this is no longer the sample's company.
  if (!cast) return [];
  const agenda = agendaOf(service.turnTo);
  const departures = departuresOf(file, tripIds, week);
  const stage = { service, agenda, cast, week, departures };

  shifts(stage, now);
  phones(stage);
  fleet(stage);
  crews(stage);
  // Runs before the buses fill, because these bookings need seats.
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

/** Drops events, mails and texts about the sample's past, so that nobody gets them. */
async function tellNobody({ useCases, transact, now }: PastService): Promise<void> {
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
        await smsQueue.giveUp(text);
      }
  });
}
