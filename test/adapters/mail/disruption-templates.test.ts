import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { read } from '../../support/composed-mails.ts';
import {
  aSeatsMovedMail,
  aTripCancelledMail,
  aTripLateMail,
  aTripRetimedMail,
  moneyBack,
} from '../../support/mails.ts';

const FREE = 'It costs you nothing: all that you paid is paid back.';
const AT_A_FEE = 'The sooner before departure, the more of the price is paid back.';

describe('mails about a changed trip', () => {
  it('a mail about a cancelled trip names the trip, the reason, the refund and its date', async () => {
    const { subject, text, html } = await read(aTripCancelledMail());
    expect(subject).to.equal('Trip cancelled: Kathmandu to Pokhara, Tuesday 1 December 2026, 07:00');
    for (const part of [
      'Blue Sky has cancelled this trip, and with it your booking. Your ticket is no longer good.',
      'Booking: BT261120048213\nDeparture: Tuesday 1 December 2026, 07:00 (15 Mangsir 2083)\nSeats: A1, A2\nOperator: Blue Sky\nReason: A closed road.\nWe are <very> sorry.',
      'All that you paid, Rs 1,20,000.50, will be paid back to you by Friday 27 November 2026 (11 Mangsir 2083) at the latest, to the account that you name.',
      'Questions? Call Blue Sky: 061-520001',
    ])
      expect(text).to.contain(part);
    for (const part of ['A closed road.\nWe are &lt;very&gt; sorry.', 'Rs 1,20,000.50', 'Friday 27 November 2026'])
      expect(html).to.contain(part);
  });

  it('the mail about a cancelled trip to a passenger who has not paid says that nothing is refunded', async () => {
    const { text } = await read(aTripCancelledMail({ money: null, cause: 'OTHER', note: '', companyPhone: null }));
    expect(text)
      .to.contain('It had not been paid, so there is nothing to pay back.')
      .and.not.match(/ticket|Reason|Questions/);
  });

  it('the mail about a late bus names the estimated and the planned time, the place and the reason', async () => {
    const { subject, text } = await read(aTripLateMail());
    expect(subject).to.equal('Bus about Tuesday 1 December 2026, 10:40: Kathmandu to Pokhara');
    for (const part of [
      'Your bus comes about 10:40, not 10:00. This is an estimate and may change.',
      'Getting on: Kalanki\nExpected: Tuesday 1 December 2026, 10:40 (15 Mangsir 2083)\nPlanned: Tuesday 1 December 2026, 10:00',
      'Reason: A closed road.',
      '061-520001',
    ])
      expect(text).to.contain(part);
    const without = await read(aTripLateMail({ cause: null, boardingPoint: '', expected: '2026-12-02 00:10' }));
    expect(without.text).to.contain(
      'comes about Wednesday 2 December 2026, 00:10, not Tuesday 1 December 2026, 10:00.',
    );
    expect(without.text).not.to.match(/Getting on|Reason/);
  });

  it('the mail about a retimed trip names both times, the reason, and the cost and deadline of cancelling', async () => {
    const { subject, text, html } = await read(aTripRetimedMail());
    expect(subject).to.equal('New departure: Kathmandu to Pokhara, Tuesday 1 December 2026, 09:30');
    for (const part of [
      'Blue Sky has changed the times of your trip. The time at your boarding point moves with the departure.',
      'Your booking and your ticket stay good, but the ticket that you have still shows what held before: go by this mail.',
      'Departure: Tuesday 1 December 2026, 09:30 (15 Mangsir 2083)\n(was Tuesday 1 December 2026, 07:00)',
      'Arrival: Tuesday 1 December 2026, 16:30 (15 Mangsir 2083)\n(was Tuesday 1 December 2026, 14:00)',
      'Reason: A closed road.',
      `You can cancel the booking on its page until the departure, Tuesday 1 December 2026, 09:30. ${FREE}`,
    ])
      expect(text).to.contain(part);
    for (const part of ['(was Tuesday 1 December 2026, 07:00)', 'on its page until the departure', FREE])
      expect(html).to.contain(part);
  });

  it('the mail about a retimed trip names only a new arrival time if the departure stays the same', async () => {
    const before = { departure: '2026-12-01 07:00', arrival: '2026-12-01 14:00' };
    const mail = aTripRetimedMail({
      before,
      after: { ...before, arrival: '2026-12-01 15:00' },
      isFreeToCancel: false,
      channel: 'COUNTER',
      page: null,
    });
    const { text } = await read(mail);
    expect(text).to.contain(
      'Departure: Tuesday 1 December 2026, 07:00 (15 Mangsir 2083)\nArrival: Tuesday 1 December 2026, 15:00 (15 Mangsir 2083)\n(was',
    );
    expect(text).to.contain(`Blue Sky, who sold it to you, can cancel the booking until`).and.contain(AT_A_FEE);
  });

  it('the mail about a retimed trip reminds the passenger of a payment that is still open', async () => {
    const { text } = await read(aTripRetimedMail({ payBy: '2026-11-20 10:15' }));
    expect(text)
      .to.contain('Your booking stays good, if you pay it by Friday 20 November 2026, 10:15 (4 Mangsir 2083).')
      .and.contain('Nothing has been charged yet.')
      .and.not.contain(FREE);
  });

  it('the mail about changed seats says if it is too late to cancel, and then refers the passenger to the company', async () => {
    const { text } = await read(aSeatsMovedMail({ mayCancel: false }));
    expect(text)
      .to.contain('can no longer be cancelled here. Does this not suit you? Talk to Blue Sky.')
      .and.not.match(/You can cancel|costs you nothing|The sooner/);
  });

  it('the mail about a cancelled trip names the account that the refund goes to, and where to change it', async () => {
    const account = { method: 'ESEWA', bank: null, number: '•••••••678' } as const;
    const { text } = await read(aTripCancelledMail({ money: moneyBack({ account }) }));
    expect(text).to.contain('at the latest, to your account: eSewa •••••••678.');
    expect(text).to.contain(
      'Should it go to another account? Name it on the page of your booking.\n\nLook at your booking:\nhttps://tickets.example.com/bookings/7\n',
    );
    expect((await read(aTripCancelledMail())).text)
      .to.contain('Open booking BT261120048213 and name the eSewa, Khalti or bank account')
      .and.contain('Name an account:\nhttps://tickets.example.com/bookings/7\n');
    const sent = { channel: 'COUNTER', page: null } as const;
    expect((await read(aTripCancelledMail(sent))).text).to.contain('Tell Blue Sky, who sold you the ticket');
    const sold = { channel: 'COUNTER', page: null, money: moneyBack({ goesTo: 'COUNTER' }) } as const;
    expect((await read(aTripCancelledMail(sold))).text)
      .to.contain('in cash, at the counter of Blue Sky. Please bring the code of your booking.')
      .and.not.match(/wallet|account|https/);
  });

  it('a mail about a cancelled trip never calls an already refunded booking unpaid', async () => {
    const all = moneyBack({ before: paisa(12_000_050), refund: paisa(0), dueOn: null });
    expect((await read(aTripCancelledMail({ money: all }))).text)
      .to.contain('Rs 1,20,000.50 went back to you before. Nothing more is paid back.')
      .and.not.contain('not been paid');
    const part = moneyBack({ before: paisa(50), refund: paisa(12_000_000) });
    expect((await read(aTripCancelledMail({ money: part }))).text).to.contain('Rs 0.50 went back to you before.');
  });

  it('the mail about a swapped bus names the passenger’s new seats', async () => {
    const { subject, text, html } = await read(aSeatsMovedMail());
    expect(subject).to.equal('New seats: Kathmandu to Pokhara, Tuesday 1 December 2026, 07:00');
    for (const part of [
      'Bus: Night Queen, BA 9 CHA 77\nInstead of B7: A2\nYour seats now: A1, A2',
      `until the departure, Tuesday 1 December 2026, 07:00. ${AT_A_FEE}`,
    ])
      expect(text).to.contain(part);
    expect(html).to.contain('Instead of B7').and.contain(AT_A_FEE);
  });
});
