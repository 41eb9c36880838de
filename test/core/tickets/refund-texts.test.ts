import { expect } from 'chai';
import { writeSms } from '../../../adapters/sms/write-sms.ts';
import { queueRefundDueMail } from '../../../core/payments/about-booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { sendSms } from '../../../core/platform/send-sms.ts';
import type { Sms } from '../../../core/platform/sms.ts';
import { composeSms } from '../../../core/tickets/compose-sms.ts';
import { type Automatic, automaticOn } from '../../support/automatic-refunds.ts';
import { calendar } from '../../support/catalogue.ts';
import type { HandClock } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import { aPassenger, aPassengerByPhone, anAdmin } from '../../support/people.ts';
import { countingRandom } from '../../../adapters/memory/random.ts';
import { WALLET, aRefund, refundsOn } from '../../support/refunds.ts';
import { swappingOn } from '../../support/swapping.ts';
import { aWorld } from '../../support/world.ts';

const PHONE = '9841234567';

/** Sends the queued text messages, and returns the messages that were sent. */
async function textsOf(engine: Engine, clock: HandClock): Promise<readonly Sms[]> {
  const sent: Sms[] = [];
  const needs = {
    ...engine,
    clock,
    calendar,
    random: countingRandom(),
    writeSms: writeSms({ baseUrl: 'https://bus.example.com', brand: 'Bus Ticket', nepali: false }),
  };
  const smsSender = {
    send: async (sms: Sms) => {
      sent.push(sms);
      return { result: 'sent' } as const;
    },
  };
  await sendSms({ ...needs, smsSender, composeSms: composeSms(needs) })();
  return sent;
}

const kindsOf = (texts: readonly Sms[]): readonly string[] => texts.map(({ kind, to }) => `${kind} ${to}`);

describe('text messages about refunds', () => {
  let engine: Engine;
  let automatic: Automatic;
  let asha: UserId;
  let admin: UserId;
  let refunds: ReturnType<typeof refundsOn>;

  beforeEach(async () => {
    engine = memoryEngine();
    automatic = automaticOn(engine);
    refunds = refundsOn(engine, automatic.clock);
    asha = (await aPassengerByPhone(engine, PHONE)).id;
    admin = (await anAdmin(engine)).id;
  });

  const texted = () => textsOf(engine, automatic.clock);
  const byHand = { method: 'ESEWA', reference: 'TX-1' } as const;

  it('a text message informs the payer when a refund is sent by hand, fails or is paid', async () => {
    const { id } = await aRefund(engine, { userId: asha });
    await refunds.send(admin, id, byHand);
    const [sent, ...others] = await texted();
    expect([sent?.kind, sent?.to, others]).to.deep.equal(['REFUND_SENT', PHONE, []]);
    expect(sent?.text).to.match(/: refund of Rs 1,000 sent\.$/);

    await refunds.fail(admin, id, 'No such account.');
    const [failed] = await texted();
    expect(failed?.text).to.match(/: refund of Rs 1,000 was not paid\. Name an account: https:\S+\/bookings\/\d+$/);
    expect(failed?.text).not.to.include('No such account');

    await refunds.send(admin, id, { ...byHand, reference: 'TX-2' });
    await refunds.confirm(admin, id);
    expect(kindsOf(await texted())).to.deep.equal([`REFUND_SENT ${PHONE}`, `REFUND_PAID ${PHONE}`]);
  });

  it('a text message informs the payer of a new account for refunds, with only the account’s last three digits', async () => {
    const { bookingId } = await aRefund(engine, { userId: asha });
    await refunds.nameAccount(asha, bookingId, WALLET);
    const [changed, ...others] = await texted();
    expect([changed?.kind, others]).to.deep.equal(['ACCOUNT_CHANGED', []]);
    expect(changed?.text).to.match(/: refunds now go to eSewa \*{7}678\.$/);
    await refunds.nameAccount(asha, bookingId, WALLET);
    expect(await texted()).to.deep.equal([]);
  });

  it('a text message informs the payer of an automatic refund only once the refund is paid', async () => {
    const paid = await automatic.pay({ userId: asha });
    await automatic.owe(paid);
    automatic.gateway.faults.push('lose answer');
    await automatic.run();
    expect(await texted()).to.deep.equal([]);
    await automatic.runAfter(5);
    expect(kindsOf(await texted())).to.deep.equal([`REFUND_PAID ${PHONE}`]);
  });

  it('a text message about the refund of a double payment says so, whether the gateway or a person pays it', async () => {
    const paid = await automatic.pay({ userId: asha });
    const { id: refundId, bookingId } = await automatic.owe(paid, { reason: 'DUPLICATE_PAYMENT' });
    await automatic.run();
    const [back, ...others] = await texted();
    expect([back?.kind, others]).to.deep.equal(['REFUND_PAID', []]);
    expect(back?.text).to.match(/ your ticket is valid\. You paid twice: Rs 1,200 of \w+ has come back\.$/);

    const passengerClientBase = 'https://bus.example.com';
    const needs = { ...aWorld, calendar, passengerClientBase };
    await engine.transact((stores) => queueRefundDueMail(stores, needs, { bookingId, refundId }, automatic.clock()));
    const [due] = await texted();
    expect(due?.text).to.match(
      / your ticket is valid\. You paid twice: Rs 1,200 of \w+ comes back\. Name an account: https:\S+\/bookings\/\d+$/,
    );
  });

  it('a text message asks the payer to name an account when the gateway refuses an automatic refund', async () => {
    const paid = await automatic.pay({ userId: asha });
    await automatic.owe(paid);
    automatic.gateway.faults.push('refuse');
    await automatic.run();
    const [failed, ...others] = await texted();
    expect([failed?.kind, others]).to.deep.equal(['REFUND_FAILED', []]);
    expect(failed?.text).to.include('Name an account: ').and.not.to.include('balance');
  });

  it('a payer who gets mails about a refund gets no text message about it', async () => {
    const reader = await aPassenger(engine, { phone: '9800000001', phoneVerified: true });
    const { id } = await aRefund(engine, { userId: reader.id });
    await refunds.send(admin, id, byHand);
    await refunds.fail(admin, id, 'No such account.');
    expect(await texted()).to.deep.equal([]);
  });
});

describe('text messages about a bus swap', () => {
  it('a text message to each passenger names the new bus and seats, with a link, when the bus of the trip is swapped', async () => {
    const paying = payingOn(memoryEngine());
    const { engine, clock } = paying;
    const swapping = await swappingOn(paying);
    const asha = await aPassengerByPhone(engine, PHONE);
    await swapping.sell(['A1', 'A2'], { userId: asha.id });
    const busId = await swapping.bus({ registrationNo: 'BA 9 KHA 9999', seats: ['A1', 'A2', 'B1'] });
    await swapping.swap(busId);
    const [text, ...others] = await textsOf(engine, clock);
    expect([text?.kind, text?.to, others]).to.deep.equal(['BUS_CHANGED', PHONE, []]);
    expect(text?.text).to.match(/: new bus BA 9 KHA 9999 seat A1,A2 https:\/\/bus\.example\.com\/t\/\w{12}$/);
  });
});
