import type { DoorTerms, LineTerms } from '../../core/line/world.ts';
import { aWorld } from './world.ts';

/** The terms of offers in tests: 15 minutes, and quiet from 22:00 to 06:00. */
export const LINE_TERMS: LineTerms & { readonly doorTerms: DoorTerms } = {
  calendar: aWorld.calendar,
  offerMinutes: 15,
  offerQuiet: { from: '22:00', to: '06:00' },
  keptUntilHours: aWorld.keptUntilHours,
  doorTerms: aWorld.doorTerms,
  passengerClientBase: aWorld.passengerClientBase,
};
