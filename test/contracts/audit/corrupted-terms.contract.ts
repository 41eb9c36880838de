import { endAgentHolds } from '../../../core/agents/end-agent-holds.ts';
import { forgetPositions } from '../../../core/road/take-points.ts';
import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { earnBookings } from '../../../core/bookings/earn-bookings.ts';
import { changeCompany } from '../../../core/companies/change-company.ts';
import { keepPlatformTerms } from '../../../core/companies/keep-platform-terms.ts';
import type { RefundTier } from '../../../core/companies/company.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { aDay, markPublished } from '../../support/audited-day.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { aClerk, counterOn, PLATFORM_TIERS } from '../../support/counter.ts';
import { type Change, type Row, databaseBooks } from '../../support/corrupting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';

const DAY_MINUTES = 24 * 60;

const [LATER_TIERS, OWN_TIERS]: readonly (readonly RefundTier[])[] = [
  [{ hours: 0, fee: basisPoints(2_500) }],
  [{ hours: 5, fee: basisPoints(0) }],
];

type Sold = Pick<Booking, 'id' | 'total'>;

/**
 * Adds bookings under the terms of several days: before the platform's terms were recorded, under its first and its
 * second terms, and under a company's own tiers.
 */
async function booksOfManyDays(engine: Engine) {
  const day = await aDay(engine);
  const { clock } = day.paying;
  const { id: userId, operatorId } = await anOperator(engine);
  const clerk = await aClerk(engine, { operatorId });
  const counter = counterOn(engine, clock);
  const keep = (commission: number, atCounter: number, cancellationTiers: readonly RefundTier[]) =>
    keepPlatformTerms({
      ...engine,
      clock,
      commissionRate: basisPoints(commission),
      counterCommissionRate: basisPoints(atCounter),
      cancellationTiers,
    });
  const aTripOf = (company: OperatorId) => aTrip(engine, { seats: ['A1', 'A2'], bus: { operatorId: company } });
  const book = async (rate: number, cancellationTiers: readonly RefundTier[]): Promise<Booking> =>
    aBooking(engine, {
      userId: day.asha,
      tripId: (await aTripOf(operatorId)).id,
      seats: [seat('A1')],
      bookedAt: clock(),
      commissionRate: basisPoints(rate),
      cancellationTiers,
    });

  const unknown = await book(777, []);
  clock.advance(5);
  await keep(1_000, 250, PLATFORM_TIERS);
  clock.advance(5);
  const first = await book(1_000, PLATFORM_TIERS);
  const shift = await counter.openShift(clerk, paisa(0));
  const sold = await counter.sell(clerk, (await aTripOf(operatorId)).id, { numbers: ['A2'], paidBy: 'CASH' });
  await counter.closeShift(clerk, shift.id, { countedCash: sold.total, note: null });
  await keep(1_000, 250, PLATFORM_TIERS);
  clock.advance(5);
  await keep(1_200, 300, LATER_TIERS!);
  clock.advance(5);
  // A process that started before the new terms still sells.
  const between = await book(1_000, PLATFORM_TIERS);
  clock.advance(2 * DAY_MINUTES);
  const second = await book(1_200, LATER_TIERS!);
  clock.advance(5);
  await changeCompany({ ...engine, clock, endAgentHolds, forgetPositions })(
    { userId, operatorId },
    { cancellationTiers: OWN_TIERS! },
  );
  clock.advance(5);
  const own = await book(1_200, OWN_TIERS!);
  await day.paying.expire();
  await earnBookings({ ...engine, clock })();
  await markPublished(engine);
  return { day, unknown, first, sold, between, second, own };
}

onEveryEngine('the audit of terms of sale', (engine, database) => {
  it('the audit finds nothing wrong with bookings that have the terms of their company or of the platform', async () => {
    const { day } = await booksOfManyDays(engine());
    expect((await day.audit()).findings.map(toLine)).to.deep.equal([]);
    expect(await database().knex('platform_terms').select('since')).to.have.length(2);
  });

  it('the audit names each booking whose rate or cancellation tiers were not in force on its day', async () => {
    const { day, unknown, ...made } = await booksOfManyDays(engine());
    /** Changes the rate, and the amounts as if the booking had been made with that rate. */
    const rate = ({ id, total }: Sold, points: number): Change => {
      const commission = Math.floor((total * points) / 10_000 + 0.5);
      const set = {
        commission_rate_bp: points,
        commission_amount_paisa: commission,
        operator_earning_paisa: total - commission,
      };
      return { table: 'bookings', where: { id }, set };
    };
    const set = ({ id }: Sold, columns: Row): Change => ({ table: 'bookings', where: { id }, set: columns });
    const tiers = (booking: Sold, given: readonly RefundTier[]) =>
      set(booking, { cancellation_tiers: JSON.stringify(given) });
    const cases: readonly (readonly [Sold, Change, RegExp])[] = [
      [made.first, rate(made.first, 1_200), /its commission is 12 %, and that of the platform since .* 10 %/],
      [made.between, rate(made.between, 900), /its commission is 9 %, and that of the platform since .* 10 or 12 %/],
      [made.second, rate(made.second, 1_000), /its commission is 10 %, and that of the platform since .* 12 %/],
      [made.own, rate(made.own, 1_000), /its commission is 10 %, and that of the platform since .* 12 %/],
      [made.sold, rate(made.sold, 300), /its commission is 3 %, and that of the platform since .* 2.5 %/],
      [made.first, tiers(made.first, LATER_TIERS!), /its cancellation tiers are not those of the platform since/],
      [
        made.first,
        set(made.first, { cancellation_tiers: null }),
        /its cancellation tiers are not those of the platform/,
      ],
      [made.sold, tiers(made.sold, LATER_TIERS!), /its cancellation tiers are not those of the platform since/],
      [made.second, tiers(made.second, PLATFORM_TIERS), /its cancellation tiers are not those of the platform since/],
      [made.own, tiers(made.own, LATER_TIERS!), /its cancellation tiers are not those of its company since/],
    ];
    const found = await databaseBooks(database()).linesAfter(day.paying.clock, [
      ...cases.map(([, change]) => change),
      rate(unknown, 900),
    ]);
    const differing = found.map((lines) => lines.filter((line) => line.startsWith('TERMS_DIFFER: ')));
    for (const [index, [{ id }, , says]] of cases.entries()) {
      expect(differing[index]!.join(), says.source).to.match(says);
      expect(differing[index]!.join()).to.match(new RegExp(`\\(booking ${id}\\)$`));
    }
    expect(differing.at(-1)).to.deep.equal([]);
  });
});
