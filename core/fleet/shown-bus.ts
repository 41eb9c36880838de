import type { Calendar } from '../kernel/calendar.ts';
import type { Clock } from '../kernel/time.ts';
import { type Papers, papers } from './papers.ts';
import type { FleetBus } from './ports.ts';

/** A bus with today's state of its papers. */
export interface ShownBus extends FleetBus {
  readonly papers: Papers;
}

export interface ShowNeeds {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'date'>;
}

export const showBus =
  ({ clock, calendar }: ShowNeeds) =>
  (bus: FleetBus): ShownBus => ({ ...bus, papers: papers(bus.documents, calendar.date(clock())) });
