import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { LedgerEntryId, StatementId } from '../../../core/kernel/ids.ts';
import { NOTHING, paisa } from '../../../core/kernel/money.ts';
import { wholeList } from '../../../core/kernel/page.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import type { Slice, StatementDraft } from '../../../core/ledger/statement-ports.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import {
  type StatedCompany,
  aCancellation,
  aCashRefund,
  aJourney,
  aPaidBooking,
  aSale,
  aStatedCompany,
  statingOn,
} from '../../support/stating.ts';

/** An id above those of all ledger rows. */
const MANY = 2_000_000_000 as LedgerEntryId;

onEveryEngine('drafts and lines of statements', (engine) => {
  let clock: HandClock;
  let company: StatedCompany;

  beforeEach(async () => {
    clock = handClock();
    company = await aStatedCompany(engine());
  });

  const make = ({ operatorId, admin } = company, until = '2026-11-20') =>
    statingOn(engine(), clock).make(admin, { operatorId, until });
  const begin = async () => {
    const { operatorId, admin } = company;
    const given = { operatorId, until: '2026-11-20', end: hoursAfter(START, 1), madeBy: admin };
    const draft = await engine().transact(({ statements }) => statements.begin(given));
    if (!draft) throw new Error('Somebody else has begun a statement.');
    return draft;
  };
  const take = (draft: StatementDraft, limit = 99) =>
    engine().transact(({ statements }) => statements.takeUp(draft, limit));
  const add = async (year = 2026) => {
    const { id, operatorId } = await begin();
    return engine().transact(async ({ statements }) => {
      const number = await statements.nextNumber(year);
      const about = { companyName: 'Blue Sky', panNo: '301234567', from: '2026-11-20', until: '2026-11-20' };
      await statements.add({ id, operatorId, ...number, ...about, madeAt: START });
      return { ...number, id };
    });
  };
  const linesOf = (id: StatementId) => wholeList((page) => engine().statementViews.lines(id, page), 2);
  const groupsOf = ({ entries }: Slice) => entries.map(({ booking }) => booking?.id);

  it('a statement draft belongs to one company, can be read, and does not count as a statement', async () => {
    const draft = await begin();
    const { operatorId } = company;
    const again = { operatorId, until: '2026-11-19', end: START, madeBy: company.admin };
    const find = () => engine().transact(({ statements }) => statements.lockDraft(operatorId));
    expect(await find()).to.deep.equal(draft);
    const grown = { ...draft, passed: 7, firstAt: START, net: paisa(-5), cashHeld: paisa(3) };
    await engine().transact(({ statements }) => statements.saveDraft(grown));
    expect(await find()).to.deep.equal(grown);
    expect(await engine().statementViews.find(draft.id)).to.equal(undefined);
    expect((await engine().statementViews.list({}, { limit: 9 })).rows).to.deep.equal([]);
    const other = await aStatedCompany(engine());
    const others = await engine().transact(({ statements }) =>
      statements.begin({ ...again, operatorId: other.operatorId }),
    );
    expect(others?.id).to.not.equal(draft.id);
  });

  it('a statement draft’s ledger rows on OPERATOR and CASH come with their booking’s code, departure and price', async () => {
    const online = await aJourney(engine(), company);
    await aCancellation(engine(), online, { fee: paisa(50_013), isEarned: true }, hoursAfter(START, -1));
    const sale = await aSale(engine(), company, 33_335);
    await aCashRefund(engine(), sale, paisa(5));
    const { entries: taken } = await take(await begin());
    const departsAt = hoursAfter(START, 48);
    const gone = { at: hoursAfter(START, -1), amount: 200_050, fee: 50_013 };
    const [first, second] = [
      { id: online.id, code: online.code, departsAt, earned: 200_050, cancellations: [gone] },
      { id: sale.id, code: sale.code, departsAt, earned: 33_335, cancellations: [] },
    ];
    const rows = taken.map(({ id: _, ...row }) => row);
    expect(rows).to.have.deep.members([
      { at: START, kind: 'EARNED', debit: 'UNEARNED', credit: 'OPERATOR', amount: 185_046, booking: first },
      ...[{ kind: 'CANCELLATION', debit: 'OPERATOR', credit: 'REFUND_DUE', amount: 138_784, booking: first }].map(
        (row) => ({ ...row, at: hoursAfter(START, -1) }),
      ),
      { at: START, kind: 'PAYMENT', debit: 'CASH', credit: 'UNEARNED', amount: 33_335, booking: second },
      { at: START, kind: 'REFUND', debit: 'REFUND_DUE', credit: 'CASH', amount: 5, booking: second },
    ]);
    expect(new Set(taken.map((row) => row.id))).to.have.property('size', 4);
  });

  it('a statement draft leaves ledger rows that are dated at its end or later for the next statement', async () => {
    await aJourney(engine(), company, {}, START);
    await aJourney(engine(), company, {}, (START + 1) as Instant);
    const hasUnstated = (end: Instant) =>
      engine().transact(({ statements }) => statements.hasUnstated(company.operatorId, end));
    expect([await hasUnstated(START), await hasUnstated((START + 1) as Instant)]).to.deep.equal([false, true]);
    const draft = await begin();
    expect((await take({ ...draft, end: START })).entries).to.deep.equal([]);
    expect((await take({ ...draft, end: (START + 1) as Instant })).entries).to.have.length(1);
    expect((await take(draft)).entries).to.have.length(1);
    expect((await take(draft)).entries).to.deep.equal([]);
    expect(await hasUnstated(hoursAfter(START, 1))).to.equal(false);
  });

  it('a statement draft takes its ledger rows in slices, and never divides a booking between two slices', async () => {
    const bookings: Booking[] = [];
    for (let made = 0; made < 3; made += 1) {
      const booking = await aJourney(engine(), company);
      await aCancellation(engine(), booking, { isEarned: true });
      bookings.push(booking);
    }
    let draft = await begin();
    const slices: Slice[] = [];
    do {
      const slice = await take(draft, 3);
      slices.push(slice);
      draft = { ...draft, passed: slice.passed };
    } while (!slices.at(-1)?.isLast);
    const ids = bookings.map(({ id }) => id);
    expect(slices.map((slice) => new Set(groupsOf(slice)).size)).to.deep.equal([1, 1, 1]);
    expect(slices.flatMap(groupsOf)).to.have.members(ids.flatMap((id) => [id, id]));
    const [one] = [await aJourney(engine(), company)];
    await aCancellation(engine(), one, { isEarned: true });
    expect((await take({ ...draft, upTo: MANY }, 1)).entries, 'a booking of more rows than asked').to.have.length(2);
  });

  it('a statement draft leaves ledger rows that are written after it began for the next statement', async () => {
    const early = await aJourney(engine(), company);
    const draft = await begin();
    const late = await aJourney(engine(), company);
    await aCancellation(engine(), early, { isEarned: true });
    expect(groupsOf(await take(draft))).to.deep.equal([early.id]);
    expect(groupsOf(await take({ ...draft, upTo: MANY }))).to.have.members([early.id, late.id]);
  });

  it('ledger rows of a statement draft that was rolled back are taken by the company’s next statement', async () => {
    await aJourney(engine(), company);
    const draft = await begin();
    const rolledBack = engine().transact(async ({ statements }) => {
      expect((await statements.takeUp(draft, 99)).entries).to.have.length(1);
      throw new Error('Nothing came of it.');
    });
    expect(await rolledBack.catch(String)).to.include('Nothing came of it');
    expect((await make()).lines).to.have.length(1);
  });

  it('statement lines are read page by page, sorted by departure, code and kind', async () => {
    const bookings: Booking[] = [];
    for (let made = 0; made < 30; made += 1) bookings.push(await aPaidBooking(engine(), company));
    const lines = Array.from({ length: 1_503 }, (_, index) => {
      const { id, code } = bookings[index % 30]!;
      const gross = paisa((index % 2 === 0 ? 1 : -1) * (index + 1_000));
      const kind = index % 2 === 0 ? ('EARNED' as const) : ('CANCELLATION' as const);
      return {
        bookingId: id,
        bookingCode: code,
        departsAt: hoursAfter(START, index),
        kind,
        gross,
        commission: paisa(gross + index),
        net: paisa(0 - index),
      };
    });
    const { id } = await add();
    const drawn = lines.map((line, index) => ({ ...line, entryId: (index + 1) as LedgerEntryId, at: START }));
    await engine().transact(async ({ statements }) => {
      await statements.addLines(id, drawn.slice(700).reverse());
      await statements.addLines(id, drawn.slice(0, 700));
    });
    expect(await wholeList((page) => engine().statementViews.lines(id, page), 400)).to.deep.equal(lines);
  });

  it('statement lines of the same departure are sorted by code, and EARNED comes before CANCELLATION', async () => {
    const [one, other] = [await aPaidBooking(engine(), company), await aPaidBooking(engine(), company)];
    const [first, second] = [one, other].sort((left, right) => (left.code < right.code ? -1 : 1));
    const line = ({ id, code }: Booking, kind: 'EARNED' | 'CANCELLATION', entryId: number) => ({
      bookingId: id,
      bookingCode: code,
      departsAt: START,
      kind,
      entryId: entryId as LedgerEntryId,
      at: START,
      gross: NOTHING,
      commission: NOTHING,
      net: NOTHING,
    });
    const { id } = await add();
    await engine().transact(({ statements }) =>
      statements.addLines(id, [
        line(second!, 'CANCELLATION', 1),
        line(second!, 'EARNED', 2),
        line(first!, 'EARNED', 3),
      ]),
    );
    expect((await linesOf(id)).map(({ bookingCode, kind }) => [bookingCode, kind])).to.deep.equal([
      [first!.code, 'EARNED'],
      [second!.code, 'EARNED'],
      [second!.code, 'CANCELLATION'],
    ]);
  });
});
