import { expect } from 'chai';
import type { ClaimedMail } from '../../core/delivery/mail-queue.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import { minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { anInvitationMail } from '../support/mails.ts';
import { aPassengerId } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

aboutMigration('0016-mail-queue', 'the migration for mails that are kept as they are', (at) => {
  const booked = async (): Promise<BookingId> => {
    const { id: tripId } = await aTrip(at.engine);
    return (await aBooking(at.engine, { userId: await aPassengerId(at.engine), tripId })).id;
  };
  const confirm = (bookingId: BookingId) =>
    at.engine.transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, START));
  const claim = (minutes = 0): Promise<readonly ClaimedMail[]> =>
    at.engine.transact(({ mailQueue }) =>
      mailQueue.claim(minutesAfter(START, minutes), minutesAfter(START, minutes + 2), 10),
    );

  it('keeps the mails about bookings: what waits, how often it was tried, and what was sent', async () => {
    const [sent, waiting] = [await booked(), await booked()];
    await confirm(sent);
    const [mail] = await claim();
    await at.engine.transact(({ mailQueue }) => mailQueue.markSent(mail!, secondsAfter(START, 1)));
    await confirm(waiting);
    await claim();
    const rows = () => at.database.knex('mail_queue').orderBy('id');
    const before = await rows();
    expect(before).to.have.length(2);
    await at.back();
    expect(await rows()).to.deep.equal(before.map(({ content: _none, ...row }: Record<string, unknown>) => row));
    await at.forth();
    expect(await rows()).to.deep.equal(before);

    await confirm(sent);
    const [again, ...others] = await claim(2);
    expect(others).to.deep.equal([]);
    expect(again).to.deep.include({ mail: { kind: 'BOOKING_CONFIRMED', bookingId: waiting }, attempt: 2 });
  });

  it('is rolled back over what is sent, and not over what still waits', async () => {
    await at.engine.transact(({ mailQueue }) => mailQueue.post([anInvitationMail()], START));
    expect(String(await at.back().catch(String))).to.match(/0016-mail-queue is not rolled back.*mail_queue: 1/);
    // Those after it are gone.
    await at.forth();
    const [mail] = await claim();
    expect(mail?.mail).to.deep.equal(anInvitationMail());
    await at.engine.transact(({ mailQueue }) => mailQueue.markSent(mail!, START));
    await at.back();
    expect(await at.database.knex('mail_queue')).to.deep.equal([]);
    await at.forth();
    await confirm(await booked());
    expect(await claim()).to.have.length(1);
  });

  it('takes a mail that is about a booking or says something itself, and nothing between', async () => {
    const id = await booked();
    const queue = { queued_at: START, next_attempt_at: START };
    for (const row of [
      { kind: 'COMPOSED', content: '{}', booking_id: id },
      { kind: 'BOOKING_CONFIRMED', booking_id: null },
      { kind: 'LOTTERY', content: '{}' },
    ])
      expect(
        await at.database
          .knex('mail_queue')
          .insert({ ...queue, ...row })
          .then(
            () => 'taken',
            () => 'refused',
          ),
        JSON.stringify(row),
      ).to.equal('refused');
  });
});
