import { expect } from 'chai';
import { printManifest } from '../../../core/boarding/print-manifest.ts';
import { type PrintedManifest } from '../../../core/boarding/ports.ts';
import { viewManifest } from '../../../core/boarding/view-manifest.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aTrip, calendar, seat } from '../../support/catalogue.ts';
import { handClock } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { addStops } from '../../support/stops.ts';
import { aWorld } from '../../support/world.ts';

onEveryEngine('manifests for printing', (engine) => {
  it('a printed manifest names each passenger’s first and last stop on a trip with stops on the way', async () => {
    const { operatorId } = await anOperator(engine());
    const { id } = await aTrip(engine(), { bus: { operatorId } });
    await addStops(engine(), id);
    const userId = await aPassengerId(engine());
    const common = { userId, tripId: id, status: 'CONFIRMED' } as const;
    const [a1, a2] = [seat('A1'), seat('A2')];
    await aBooking(engine(), { ...common, section: { from: 1, to: 2 }, seats: [a1] });
    const passengers = [sitting(a2, { boardingPoint: 'Kalanki' })];
    await aBooking(engine(), { ...common, section: { from: 0, to: 1 }, seats: [a2], passengers });
    const printed: PrintedManifest[] = [];
    const print = printManifest({
      ...aWorld,
      calendar,
      viewManifest: viewManifest({ ...engine(), calendar, clock: handClock() }),
      manifestPrinter: {
        print: async (manifest) => {
          printed.push(manifest);
          return new Uint8Array();
        },
      },
    });
    await print({ operatorId, isOnBoard: false }, id);
    expect(
      printed[0]!.passengers.map(({ seat: number, boardingPoint, droppingPoint }) => [
        number,
        boardingPoint,
        droppingPoint,
      ]),
    ).to.deep.equal([
      ['A2', '0 Kathmandu, Kalanki', '1 Mugling'],
      ['A1', '1 Mugling', '2 Pokhara'],
    ]);
  });
});
