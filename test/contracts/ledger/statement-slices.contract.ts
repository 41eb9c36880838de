import { expect } from 'chai';
import { keyedMutex } from '../../../adapters/crypto/keyed-mutex.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { statementFaults } from '../../../core/audit/statements.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { wholeList } from '../../../core/kernel/page.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { adjusted, received } from '../../../core/ledger/entries.ts';
import { makeStatement } from '../../../core/ledger/make-statement.ts';
import { type Statement, numberOf } from '../../../core/ledger/statement.ts';
import type { Stores } from '../../../core/stores.ts';
import { calendar } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { codeOf } from '../../support/refusals.ts';
import {
  type StatedCompany,
  aCancellation,
  aJourney,
  aSale,
  aStatedCompany,
  record,
  statingOn,
} from '../../support/stating.ts';

const UNTIL = '2026-11-20';

onEveryEngine('statements in slices', (engine) => {
  let company: StatedCompany;

  beforeEach(async () => {
    company = await aStatedCompany(engine());
  });

  /** Makes a statement from four ledger rows at a time. Each call has its own mutex, as each process has. */
  const make = (transact: Transact<Stores> = engine().transact, until = UNTIL) =>
    statingOn({ transact }, () => START, { rowsPerSlice: 4 }).make(company.admin, {
      operatorId: company.operatorId,
      until,
    });
  const linesOf = ({ id }: Pick<Statement, 'id'>) => wholeList((page) => engine().statementViews.lines(id, page));
  const statements = async () => (await engine().statementViews.list({}, { limit: 99 })).rows;
  async function journeys(count: number): Promise<readonly Booking[]> {
    const made: Booking[] = [];
    while (made.length < count) made.push(await aJourney(engine(), company));
    return made;
  }

  /**
   * Returns a `transact` that fails from transaction number `last` on, as if the process had crashed. The first
   * transaction is number 1.
   */
  function crashing({ transact }: Pick<Engine, 'transact'>, last: number): Transact<Stores> {
    let begun = 0;
    return (work) => {
      begun += 1;
      return begun >= last ? Promise.reject(new Error('The process has crashed.')) : transact(work);
    };
  }

  /** Counts the ledger rows that each transaction adds to the statement. */
  function counting({ transact }: Pick<Engine, 'transact'>, counts: number[]): Transact<Stores> {
    return (work) =>
      transact(async (stores) => {
        let rows = 0;
        const result = await work({
          ...stores,
          statements: {
            ...stores.statements,
            async takeUp(draft, limit) {
              const slice = await stores.statements.takeUp(draft, limit);
              rows += slice.entries.length;
              return slice;
            },
          },
        });
        counts.push(rows);
        return result;
      });
  }

  it('a large statement reads only a limited number of ledger rows in each transaction', async () => {
    const booked = await journeys(11);
    const counts: number[] = [];
    const made = await make(counting(engine(), counts));
    expect(counts).to.deep.equal([4, 4, 3]);
    expect((await linesOf(made)).map(({ bookingId }) => bookingId)).to.have.members(booked.map(({ id }) => id));
    expect(made).to.include({ net: 11 * 185_046, total: 11 * 185_046, sequence: 1 });
  });

  it('a statement made in slices has the same lines and sums as a statement made at once', async () => {
    const [one] = await journeys(5);
    await aCancellation(engine(), { ...one!, paymentId: null as never }, { isEarned: true });
    await aSale(engine(), company, 33_335);
    const { id: _, ...made } = await make();
    const whole = { net: 4 * 185_046, cashHeld: 33_335, openingBalance: 0, total: 4 * 185_046 - 33_335 };
    expect(made).to.deep.include({ ...whole, from: UNTIL, until: UNTIL, madeAt: START });
    expect(made.lines.map(({ kind }) => kind).filter((kind) => kind === 'CANCELLATION')).to.have.length(1);
    expect(made.lines).to.have.length(6);
  });

  it('a statement made in slices cannot be seen until its last slice is made', async () => {
    await journeys(11);
    expect(await make(crashing(engine(), 3)).catch(String)).to.include('crashed');
    expect(await statements()).to.deep.equal([]);
    expect(await engine().auditReader.statements(0, 9)).to.deep.equal([]);
  });

  it('the audit of the ledger finds no fault in a statement that a crash left half made', async () => {
    await journeys(11);
    expect(await make(crashing(engine(), 3)).catch(String)).to.include('crashed');
    const { auditReader } = engine();
    expect([await auditReader.unstatedEntries(0, 99), await auditReader.wronglyListed()]).to.deep.equal([[], []]);
  });

  it('a statement that a crash left half made is completed when somebody requests the statement again', async () => {
    const booked = await journeys(11);
    for (const last of [2, 2]) expect(await make(crashing(engine(), last)).catch(String)).to.include('crashed');
    const made = await make();
    expect(numberOf(made)).to.equal('ST-2026-000001');
    expect(await linesOf(made)).to.have.length(booked.length);
    expect(made.total).to.equal(11 * 185_046);
    expect(await codeOf(make())).to.equal('NOTHING_TO_STATE');
  });

  it('a statement that a crash left half made is completed before a statement up to another day is made', async () => {
    await journeys(6);
    expect(await make(crashing(engine(), 2), '2026-11-20').catch(String)).to.include('crashed');
    const [late] = await journeys(1);
    expect(await codeOf(make(engine().transact, '2026-11-19'))).to.equal('NOTHING_TO_STATE');
    const [completed] = await statements();
    expect(completed).to.include({ until: '2026-11-20', total: 6 * 185_046 });
    const next = await make();
    expect(next.lines.map(({ bookingId }) => bookingId)).to.deep.equal([late!.id]);
  });

  it('a ledger row that is written while a statement is being made is on the next statement', async () => {
    const [early] = await journeys(6);
    let late: Booking | undefined;
    const slowly: Transact<Stores> = async (work) => {
      const result = await engine().transact(work);
      if (!late) {
        late = await aJourney(engine(), company);
        await aCancellation(engine(), { ...early!, paymentId: null as never }, { isEarned: true });
      }
      return result;
    };
    expect((await make(slowly)).total).to.equal(6 * 185_046);
    const next = await make();
    expect(next.lines.map(({ bookingId, kind }) => [bookingId, kind])).to.have.deep.members([
      [early!.id, 'CANCELLATION'],
      [late!.id, 'EARNED'],
    ]);
  });

  it('large statements made at once share no ledger row, and their numbers have no gaps', async () => {
    const booked = await journeys(30);
    const other = await aStatedCompany(engine());
    await aJourney(engine(), other);
    const endings = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => make()),
      statingOn(engine(), () => START).make(other.admin, { operatorId: other.operatorId, until: UNTIL }),
    ]);
    expect(endings.filter(({ status }) => status === 'fulfilled')).to.have.length.above(1);
    const made = await statements();
    expect(made.map(({ sequence }) => sequence)).to.have.members([1, 2]);
    const lines = (await Promise.all(made.map(linesOf))).flat();
    expect(lines).to.have.length(31);
    expect(new Set(lines.map(({ bookingId }) => bookingId))).to.have.property('size', 31);
    expect(made.find(({ operatorId }) => operatorId === company.operatorId)?.net).to.equal(booked.length * 185_046);
  });

  it('the second of two large statements made at once for one company is refused, because no ledger rows are left', async () => {
    await journeys(9);
    const { operatorId, admin } = company;
    const needs = { ...engine(), calendar, clock: () => START, mutex: keyedMutex(), rowsPerSlice: 2 };
    const endings = await Promise.all(
      [1, 2].map(() => codeOf(makeStatement(needs)(admin, { operatorId, until: UNTIL })).catch(() => 'MADE')),
    );
    expect(endings).to.deep.equal(['MADE', 'NOTHING_TO_STATE']);
    expect(await statements()).to.have.length(1);
  });

  it('a statement lists receipts and adjustments after the lines about bookings', async () => {
    const { operatorId } = company;
    await aSale(engine(), company, 30_000);
    expect(await make()).to.include({ cashHeld: 30_000, total: -30_000 });
    const amount = paisa(30_000);
    const later = minutesAfter(START, 1);
    const adjustment = { id: null as never, operatorId, gateway: null };
    await record(engine(), received({ receiptId: null as never, operatorId, amount }));
    const corrected = adjusted({ ...adjustment, debit: 'OPERATOR', credit: 'BANK', amount: paisa(500) });
    const till = adjusted({ ...adjustment, debit: 'CASH', credit: 'BANK', amount: paisa(70) });
    await record(engine(), [...corrected, ...till], later);
    const booking = await aJourney(engine(), company);
    const made = await make();
    expect(made.lines.map(({ departsAt, ...line }) => ({ ...line, departs: departsAt !== null }))).to.deep.equal([
      {
        bookingId: booking.id,
        bookingCode: booking.code,
        kind: 'EARNED',
        departs: true,
        gross: 200_050,
        commission: 15_004,
        net: 185_046,
      },
      ...[
        { kind: 'RECEIPT', gross: 30_000, net: 30_000 },
        { kind: 'ADJUSTMENT', gross: -500, net: -500 },
      ].map((line) => ({ ...line, bookingId: null, bookingCode: null, commission: 0, departs: false })),
    ]);
    const net = 185_046 + 30_000 - 500;
    expect(made).to.include({ openingBalance: -30_000, net, cashHeld: 70, total: net - 30_000 - 70 });
    expect(
      (await engine().auditReader.statements(0, 9)).flatMap((one) => statementFaults(one, calendar)),
    ).to.deep.equal([]);
  });

  it('a statement of a company that has paid its debt ends with a total of zero', async () => {
    await aSale(engine(), company, 30_000);
    await make();
    const { operatorId } = company;
    await record(engine(), received({ receiptId: null as never, operatorId, amount: paisa(30_000) }));
    const made = await make();
    expect(made).to.include({ openingBalance: -30_000, net: 30_000, cashHeld: 0, total: 0 });
    expect(made.lines).to.have.length(1);
  });
});
