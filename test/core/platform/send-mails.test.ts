import { expect } from 'chai';
import { type ComposedMail, MailRefused } from '../../../core/platform/mailer.ts';
import { sendMails } from '../../../core/platform/send-mails.ts';
import { type Instant, daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { type RecordingMailer, recordingMailer } from '../../../adapters/memory/mailer.ts';
import { anExpiryMail, anInvitationMail } from '../../support/mails.ts';
import { aPassengerId } from '../../support/people.ts';

describe('queued mails', () => {
  let engine: Engine;
  let clock: HandClock;
  let mailer: RecordingMailer;
  let isWanted: boolean;

  beforeEach(() => {
    [engine, clock, mailer] = [memoryEngine(), handClock(), recordingMailer()];
    isWanted = true;
  });

  const post = (...mails: readonly ComposedMail[]) => engine.transact(({ mailQueue }) => mailQueue.post(mails, START));
  const failToPrint = () => Promise.reject(new Error('Paper jam.'));
  const send = () =>
    sendMails({ ...engine, clock, mailer, composeBookingMail: failToPrint, mailIsWanted: async () => isWanted })();

  it('a queued mail is sent only once, as it was written', async () => {
    await post(anInvitationMail(), anExpiryMail());
    expect(await send()).to.deep.equal({ sent: 2, troubles: [] });
    expect(mailer.sent).to.have.deep.members([anInvitationMail(), anExpiryMail()]);
    clock.advance(24 * 60);
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
  });

  it('a queued mail is dropped when its content is no longer true, such as a withdrawn invitation', async () => {
    await post(anInvitationMail());
    isWanted = false;
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
    isWanted = true;
    clock.advance(24 * 60);
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
    expect(mailer.sent).to.deep.equal([]);
  });

  it('a queued invitation mail is tried for as long as a mail about a booking, and then given up', async () => {
    await post(anInvitationMail());
    mailer.broken = true;
    let attempts = 0;
    for (let next: Instant | undefined = START; next !== undefined; attempts += 1) {
      clock.set(next);
      const [trouble, ...others] = (await send()).troubles;
      expect([trouble?.attempt, others]).to.deep.equal([attempts + 1, []]);
      next = trouble!.nextAttemptAt;
    }
    expect(attempts).to.be.greaterThan(20);
    mailer.broken = false;
    clock.set(daysAfter(START, 3));
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
  });

  it('a mail that the mail server refuses for good is not tried again', async () => {
    await post(anInvitationMail());
    mailer.send = () => Promise.reject(new MailRefused('MAIL', new Error('550 5.1.1 No such user')));
    expect((await send()).troubles.map(({ nextAttemptAt }) => nextAttemptAt)).to.deep.equal([undefined]);
    clock.advance(24 * 60);
    expect((await send()).troubles).to.deep.equal([]);
  });

  it('a mail is tried again when the mail server refuses every mail', async () => {
    await post(anInvitationMail());
    mailer.send = () => Promise.reject(new MailRefused('SERVER', new Error('550 5.7.1 Relaying denied')));
    expect((await send()).troubles.map(({ nextAttemptAt }) => nextAttemptAt)).to.deep.equal([secondsAfter(START, 5)]);
  });

  it('a mail that fails is logged by its kind, without its content', async () => {
    await post(anInvitationMail());
    mailer.broken = true;
    const [{ id, error, ...trouble }] = (await send()).troubles as [Awaited<ReturnType<typeof send>>['troubles'][0]];
    expect(trouble).to.deep.equal({ kind: 'invitation', attempt: 1, nextAttemptAt: secondsAfter(START, 5) });
    expect([typeof id, String(error)]).to.deep.equal(['number', 'Error: The mail server does not answer.']);
  });

  it('a mail about a booking that cannot be composed does not stop other queued mails', async () => {
    const { id: tripId } = await aTrip(engine);
    const { id: bookingId } = await aBooking(engine, { userId: await aPassengerId(engine), tripId });
    await engine.transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CANCELLED', bookingId }, START));
    await post(anExpiryMail());
    const { sent, troubles } = await send();
    expect(sent).to.equal(1);
    expect(troubles.map(({ kind, bookingId: about }) => [kind, about])).to.deep.equal([
      ['BOOKING_CANCELLED', bookingId],
    ]);
  });
});
