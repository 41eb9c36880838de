import type { Calendar } from '../kernel/calendar.ts';
import type { Clock } from '../kernel/time.ts';
import { papers } from './papers.ts';
import type { Papers } from './papers.ts';
import type { FleetBus } from './ports.ts';

/** A bus, and what its documents amount to today. */
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
