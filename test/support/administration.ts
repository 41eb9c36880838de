import { addCity, changeCity } from '../../core/trips/manage-cities.ts';
import { reactivateUser, signOutUser, suspendUser } from '../../core/accounts/suspend-user.ts';
import { approveBus, rejectBus } from '../../core/fleet/review-bus.ts';
import { viewUser } from '../../core/accounts/view-users.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { SubjectType } from '../../core/platform/trail.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { recordingMailer } from '../../adapters/memory/mailer.ts';
import { mailed } from './mailer.ts';

/** The administrators' use cases on one storage engine, with a clock that tests control. */
export function administrationOn(engine: Engine) {
  const clock = handClock();
  const mailer = recordingMailer();
  const dependencies = {
    ...engine,
    clock,
    calendar: calendarOf('Asia/Kathmandu'),
  };
  return {
    clock,
    suspendUser: suspendUser(dependencies),
    reactivateUser: reactivateUser(dependencies),
    signOutUser: signOutUser(dependencies),
    viewUser: viewUser(dependencies),
    approveBus: approveBus(dependencies),
    rejectBus: rejectBus(dependencies),
    addCity: addCity(dependencies),
    changeCity: changeCity(dependencies),

    /** Sends the queued mails, and returns all mails sent so far. */
    mails: () => mailed(engine, clock, mailer),
    /** The entries of the activity log about one subject, such as a bus, oldest first. */
    trailOf: (type: SubjectType, id: number) => engine.transact(({ trail }) => trail.of({ type, id })),
  };
}

export type Administration = ReturnType<typeof administrationOn>;
