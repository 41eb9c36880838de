import { expect } from 'chai';
import { writeSms } from '../../../adapters/sms/write-sms.ts';
import type { Member } from '../../../core/companies/member.ts';
import { daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import type { OfficeBooking } from '../../../core/payments/office-booking.ts';
import { smsNumberOf } from '../../../core/payments/sms-number.ts';
import { sendSms } from '../../../core/platform/send-sms.ts';
import { BOOKING_SMS_KINDS, type Sms } from '../../../core/platform/sms.ts';
import { composeSms } from '../../../core/tickets/compose-sms.ts';
import { ticketCodeIn } from '../../../core/tickets/ticket-links.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { type TripForTests, calendar } from '../../support/catalogue.ts';
import { ASHA, counterOn } from '../../support/counter.ts';
import { aCompanyWithTrip, disruptingOn } from '../../support/disrupting.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { countingRandom } from '../../../adapters/memory/random.ts';

describe('text messages about bookings', () => {
  let paying: Paying;
  let engine: Engine;
  let owner: Member;
  let trip: TripForTests;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ owner, trip } = await aCompanyWithTrip(engine));
  });

  const sell = (contact = ASHA, numbers: readonly string[] = ['A1']) =>
    counterOn(engine, paying.clock).sell(owner, trip.id, { numbers, contact });

  async function texted(): Promise<readonly Sms[]> {
    const sent: Sms[] = [];
    const needs = {
      ...engine,
      clock: paying.clock,
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
  const kinds = async () => (await texted()).map(({ kind, to }) => `${kind} ${to}`);

  it('the text message about some cancelled seats names only these seats and their refund', async () => {
    const { id } = await sell(ASHA, ['A1', 'A2']);
    await texted();
    const cancel = cancellingOn(paying).cancelForOffice;
    await cancel({ role: 'OPERATOR', ...owner }, { id }, { seats: ['A2'] });
    await cancel({ role: 'OPERATOR', ...owner }, { id });
    expect((await texted()).map(({ text }) => text.replace(/^.* \d\d:\d\d/u, ''))).to.deep.equal([
      ': seat A2 cancelled. Refund Rs 1,200.',
      ' cancelled. Refund Rs 1,200.',
    ]);
  });

  it('the buyer at a counter gets a text message with the link to the ticket', async () => {
    const { code } = await sell({ ...ASHA, phone: '+977 981-2345678' });
    const [text, ...others] = await texted();
    expect(others).to.deep.equal([]);
    expect(text).to.include({ kind: 'CONFIRMED', to: '9812345678', parts: 1 });
    const [, link = ''] =
      /^\S+ Kathmandu-Pokhara .* seat A1 .*https:\/\/bus\.example\.com\/t\/(\S+)$/.exec(text!.text) ?? [];
    expect(text!.text).to.include(code);
    expect(await engine.findTicketLink(ticketCodeIn(link.toUpperCase())!)).to.be.a('number');
  });

  it('a buyer at a counter without a mobile number gets no text message', async () => {
    await sell({ ...ASHA, phone: '01-4412345' });
    expect(await kinds()).to.deep.equal([]);
    await disruptingOn(paying).cancelTrip(owner, trip);
    expect(await kinds()).to.deep.equal([]);
  });

  it('passengers get one text message about their trip’s new time, and one about its cancellation', async () => {
    await sell();
    expect(await kinds()).to.deep.equal(['CONFIRMED 9812345678']);
    await disruptingOn(paying).retimeTrip(owner, trip);
    expect(await kinds()).to.deep.equal(['RETIMED 9812345678']);
    await disruptingOn(paying).cancelTrip(owner, trip);
    expect(await kinds()).to.deep.equal(['CANCELLED 9812345678']);
    expect(await kinds()).to.deep.equal([]);
  });

  it('a delayed text message that confirms a booking is still sent after the old arrival of a trip that was retimed', async () => {
    await sell();
    const { arrivesAt } = trip;
    await disruptingOn(paying).retimeTrip(owner, trip, { arrivesAt: hoursAfter(arrivesAt, 9) });
    paying.clock.set(arrivesAt);
    expect(await kinds()).to.have.members(['CONFIRMED 9812345678', 'RETIMED 9812345678']);

    await sell(ASHA, ['A2']);
    paying.clock.set(hoursAfter(arrivesAt, 9));
    expect(await kinds()).to.deep.equal([]);
  });

  it('a dry run of a trip’s change sends no text message', async () => {
    await sell();
    await texted();
    await disruptingOn(paying).cancelTrip(owner, trip, { isDryRun: true });
    expect(await kinds()).to.deep.equal([]);
  });

  it('a delayed text message that confirms a booking is not sent once the booking is cancelled', async () => {
    await sell();
    await disruptingOn(paying).cancelTrip(owner, trip);
    expect(await kinds()).to.deep.equal(['CANCELLED 9812345678']);
  });

  it('a text message is queued only if the transaction that causes it is committed', async () => {
    await sell();
    await texted();
    await sell(ASHA, ['A1']).catch(() => undefined);
    expect(await engine.dueSms(daysAfter(paying.clock(), 1), 10)).to.deep.equal([]);
  });

  const account = {
    fullName: 'Asha',
    email: 'asha@example.com',
    emailVerified: false,
    phone: '9841234567',
    phoneVerified: true,
  };
  const kindsFor = (given: Partial<OfficeBooking['account']>) =>
    BOOKING_SMS_KINDS.filter(
      (kind) =>
        smsNumberOf(
          {
            channel: 'ONLINE',
            contact: { name: 'Asha', phone: '9841234567', email: null },
            account: { ...account, ...given },
            soldBy: null,
          },
          kind,
        ) !== undefined,
    );

  it('an account with a verified phone number and no verified e-mail address gets every kind of text message', () => {
    expect(kindsFor({})).to.deep.equal(BOOKING_SMS_KINDS);
    expect(kindsFor({ email: null })).to.deep.equal(BOOKING_SMS_KINDS);
  });

  it('an account with a verified e-mail address gets text messages about its journey in addition to the mails', () => {
    expect(kindsFor({ emailVerified: true })).to.deep.equal(['CANCELLED', 'RETIMED', 'LATE', 'BUS_CHANGED']);
  });

  it('an account gets no text message at a phone number that is not verified', () => {
    expect(kindsFor({ phoneVerified: false })).to.deep.equal([]);
    expect(kindsFor({ phone: null })).to.deep.equal([]);
  });
});
