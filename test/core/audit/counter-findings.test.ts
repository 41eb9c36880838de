import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import type { Channel } from '../../../core/bookings/booking.ts';
import { cancelForOffice } from '../../../core/changes/cancel-for-office.ts';
import type { Member } from '../../../core/companies/member.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import { aBooking } from '../../support/bookings.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { seat } from '../../support/catalogue.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import type { Block } from '../../../core/seats/block.ts';
import { fakeQr } from '../../../adapters/memory/page-gateway.ts';
import { counterPayment } from '../../../core/ledger/entries.ts';
import { START } from '../../support/clock.ts';
import { aNewShift, ASHA, counterOn } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { NEWS } from '../../support/news.ts';

onEveryEngine('an audit of counter sales', (engine) => {
  let day: Day;
  let seller: Member;
  let counter: ReturnType<typeof counterOn>;

  beforeEach(async () => {
    day = await aDay(engine());
    counter = counterOn(engine(), day.paying.clock);
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(day.bus.id)))!.bus;
    const [owner] = await engine().companies.staff({ operatorId }, START);
    seller = { userId: owner!.userId!, operatorId };
  });

  const says = async () => {
    await markPublished(engine());
    return (await day.audit()).findings.map(({ invariant, says: words }) => `${invariant} ${words}`);
  };
  /** Adds a paid booking of A1. The arguments can give it faults that the service would refuse. */
  const paid = async (
    channel: Channel,
    gateway: string,
    { userId = seller.userId, isInShift = false } = {},
  ): Promise<string> => {
    const booking = await aBooking(engine(), {
      userId,
      tripId: day.bus.id,
      seats: [seat('A1')],
      status: 'CONFIRMED',
      channel,
      contact: channel === 'COUNTER' ? ASHA : null,
    });
    const shiftId = await aNewShift(engine(), seller);
    await engine().transact(async ({ payments, shifts, ledger }) => {
      const payment = await payments.add({
        bookingId: booking.id,
        gateway,
        transactionUuid: `uuid-${booking.id}`,
        amount: booking.total,
        createdAt: START,
        nextEnquiryAt: undefined,
        ...(isInShift && { shiftId }),
      });
      await payments.move(payment, 'complete', START);
      await ledger.record(counterPayment(booking, payment), START);
      if (isInShift) await shifts.addSale(shiftId, booking.total);
    });
    return booking.code;
  };

  it('an audit finds nothing wrong with counter sales that were made through the service', async () => {
    await counter.openShift(seller, NOTHING);
    const { id } = await counter.sell(seller, day.bus.id, { numbers: ['A1', 'A2'], paidBy: 'CASH' });
    await counter.sell(seller, day.bus.id, { numbers: ['A3'] });
    expect(await says()).to.deep.equal([]);
    const cancel = cancelForOffice({ ...engine(), ...NEWS, clock: day.paying.clock, cancellationTiers: [] });
    const cancelled = await cancel({ role: 'OPERATOR', ...seller }, id, { reason: 'They asked for it.', fee: 'none' });
    expect(cancelled.refunds.map(({ gateway, reason, amount }) => [gateway, reason, amount])).to.deep.equal([
      ['CASH', 'OPERATOR_CANCELLATION', 240_000],
    ]);
    expect(await says()).to.deep.equal([]);
  });

  it('an audit finds a counter sale paid at a gateway whose ledger rows say that it was paid in cash', async () => {
    const sold = await paid('COUNTER', 'ESEWA');
    expect(await says()).to.include(
      `LEDGER_DIFFERS ${sold}: the row PAYMENT CASH / UNEARNED NPR 1200 is wrong: debit CASH should be GATEWAY, gateway none should be ESEWA`,
    );
  });

  it('an audit finds a counter sale that was paid twice at a counter', async () => {
    const { id, code, total: amount } = await counter.sell(seller, day.bus.id, { numbers: ['A1'] });
    await engine().transact(async ({ payments }) => {
      const again = { bookingId: id, gateway: 'QR', transactionUuid: systemRandom.uuid(), amount, createdAt: START };
      await payments.move(await payments.add({ ...again, nextEnquiryAt: undefined }), 'complete', START);
    });
    expect(await says()).to.include(
      `COUNTER_SALE_DIFFERS ${code}: it was sold at a counter, and not paid there once, nor by a code`,
    );
  });

  it('an audit finds an online booking whose payment was made at a counter', async () => {
    const booked = await paid('ONLINE', 'QR', { userId: await aPassengerId(engine()) });
    expect(await says()).to.deep.equal([`COUNTER_SALE_DIFFERS ${booked}: it was made online, and paid at a counter`]);
  });

  it('an audit finds a cash payment that belongs to no counter shift', async () => {
    expect(await paid('COUNTER', 'CASH')).to.be.a('string');
    expect((await says()).join()).to.match(/^COUNTER_SALE_DIFFERS .*is in no shift of its seller$/);
  });

  it('an audit finds a counter shift with a payment that was not made in cash', async () => {
    await paid('COUNTER', 'QR', { isInShift: true });
    expect((await says()).join()).to.match(/^COUNTER_SALE_DIFFERS .*is in a shift, and was not paid in cash$/);
  });

  it('an audit finds a cash payment in a counter shift of a different person', async () => {
    await paid('COUNTER', 'CASH', { userId: await aPassengerId(engine()), isInShift: true });
    expect((await says()).join()).to.match(/^COUNTER_SALE_DIFFERS .*is in no shift of its seller$/);
  });

  it('an audit finds a counter shift whose stored sales differ from the payments in it', async () => {
    const { id } = await counter.openShift(seller, NOTHING);
    await counter.sell(seller, day.bus.id, { numbers: ['A1'], paidBy: 'CASH' });
    await engine().transact(({ shifts }) => shifts.addSale(id, 1 as typeof NOTHING));
    expect(await says()).to.deep.equal(['TOTALS_DIFFER sales_paisa is 120001, and its rows make 120000']);
  });

  const blocked = (number: string): Block => ({ seat: seat(number), reason: 'Kept', until: null });
  const lend = (booking: BookingId, ...blocks: readonly Block[]) =>
    engine().transact(({ blocks: stored }) => stored.lend(booking, blocks));
  /** Adds an unpaid sale of A1 and A2 for a QR code. A1 was blocked before the sale. */
  const aSaleByCode = async () => {
    await engine().transact(({ blocks }) => blocks.replace(day.bus.id, [blocked('A1')], START));
    const byCode = counterOn(engine(), day.paying.clock, fakeQr());
    return byCode.sell(seller, day.bus.id, { numbers: ['A1', 'A2'], paidBy: 'SCAN' });
  };

  it('an audit finds nothing wrong with a counter sale by QR code that takes blocked seats', async () => {
    await aSaleByCode();
    expect(await says()).to.deep.equal([]);
  });

  it('an audit finds a counter sale by QR code that took more blocked seats than it sells', async () => {
    const { id, code } = await aSaleByCode();
    await lend(id, blocked('A1'), blocked('A2'), blocked('A3'));
    const found = [`COUNTER_SALE_DIFFERS ${code}: it is for 2, and has used up 3 blocked seats or places`];
    expect(await says()).to.deep.equal(found);
    await lend(id, { places: 3, reason: 'Kept', until: null });
    expect(await says()).to.include(found[0]);
  });

  it('an audit finds a counter sale by QR code that took the same blocked seat twice', async () => {
    const { id, code } = await aSaleByCode();
    await lend(id, blocked('A1'), blocked('A1'));
    expect(await says()).to.deep.equal([`COUNTER_SALE_DIFFERS ${code}: it has used up the block of one seat twice`]);
  });

  it('an audit finds blocked seats that were taken by a booking that is no counter sale', async () => {
    const booking = { userId: await aPassengerId(engine()), tripId: day.bus.id, seats: [seat('A2')] };
    const online = await aBooking(engine(), booking);
    await lend(online.id, blocked('A3'));
    expect(await says()).to.deep.equal([
      `COUNTER_SALE_DIFFERS ${online.code}: it is no counter sale, and has used up blocks that would come back`,
    ]);
  });
});

onEveryEngine('an audit of used-up blocks as a database holds them', (engine, database) => {
  it('an audit finds a counter sale by QR code whose record of blocked seats cannot be read', async () => {
    const day = await aDay(engine());
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(day.bus.id)))!.bus;
    const [owner] = await engine().companies.staff({ operatorId }, START);
    const seller = { userId: owner!.userId!, operatorId };
    const counter = counterOn(engine(), day.paying.clock, fakeQr());
    const { id, code } = await counter.sell(seller, day.bus.id, { numbers: ['A1'], paidBy: 'SCAN' });
    const unreadable = ['{', '{}', '[1]', '[{"seat":"A1"}]', '[{"places":0,"reason":"x","until":null}]'];
    for (const text of unreadable) {
      await database().knex('bookings').where({ id }).update({ lent_blocks: text });
      await markPublished(engine());
      expect((await day.audit()).findings.map(({ invariant, says }) => `${invariant} ${says}`)).to.deep.equal([
        `COUNTER_SALE_DIFFERS ${code}: nobody can read which blocks it used up`,
      ]);
    }
  });
});
