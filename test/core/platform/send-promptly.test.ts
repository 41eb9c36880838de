import { expect } from 'chai';
import { type RecordingMailer, recordingMailer } from '../../../adapters/memory/mailer.ts';
import { type Mail, MailRefused } from '../../../core/platform/mailer.ts';
import { sendMails } from '../../../core/platform/send-mails.ts';
import { sendPromptly } from '../../../core/platform/send-promptly.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { aCodeMail, aLockoutMail, aResetMail } from '../../support/mails.ts';
import { aWorld } from '../../support/world.ts';

describe('mails that a request waits for', () => {
  let engine: Engine;
  let clock: HandClock;
  let mailer: RecordingMailer;
  let isSlow: boolean;
  let background: Promise<void>[];
  /** Ends the mail that is being sent, well or with an error. */
  let end: (error?: Error) => void;

  beforeEach(() => {
    [engine, clock, mailer] = [memoryEngine(), handClock(), recordingMailer()];
    [isSlow, background] = [false, []];
  });

  /** A mail server that answers only when the test says so. */
  const silent = (): Pick<RecordingMailer, 'send'> => ({
    send: (mail: Mail) =>
      new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve(mailer.send(mail)));
      }),
  });
  const promptly = (by: Pick<RecordingMailer, 'send'> = mailer) =>
    sendPromptly({
      ...engine,
      clock,
      mailer: by,
      endsSoon: async () => !isSlow,
      runInBackground: (work) => void background.push(work()),
    });
  const sendQueued = () =>
    sendMails({
      ...aWorld,
      ...engine,
      clock,
      mailer,
      composeBookingMail: () => Promise.reject(new Error('There are none.')),
      mailIsWanted: async () => true,
    })();

  it('a mail that the server does not take in time is answered, and is sent once although it is queued', async () => {
    isSlow = true;
    await promptly(silent()).send(aCodeMail());
    expect(await sendQueued()).to.deep.equal({ sent: 0, troubles: [] });
    end();
    await Promise.all(background);
    clock.advance(5);
    expect(await sendQueued()).to.deep.equal({ sent: 0, troubles: [] });
    expect(mailer.sent).to.deep.equal([aCodeMail()]);
  });

  it('a mail that failed after the answer is sent from the queue', async () => {
    isSlow = true;
    await promptly(silent()).send(aResetMail());
    end(new Error('Greeting never received'));
    await Promise.all(background);
    expect((await sendQueued()).sent).to.equal(1);
    expect(mailer.sent).to.deep.equal([aResetMail()]);
  });

  it('a mail whose process died while it was sent is sent by another process', async () => {
    isSlow = true;
    await promptly(silent()).send(aCodeMail());
    clock.advance(2);
    expect((await sendQueued()).sent).to.equal(1);
  });

  it('a code that is no longer valid is not sent from the queue', async () => {
    isSlow = true;
    await promptly(silent()).send(aCodeMail({ minutesValid: 10 }));
    clock.set(minutesAfter(START, 10));
    expect(await sendQueued()).to.deep.equal({ sent: 0, troubles: [] });
    expect(mailer.sent).to.deep.equal([]);
  });

  it('a mail that the server refuses for good after the answer is not sent again', async () => {
    isSlow = true;
    await promptly(silent()).send(aResetMail());
    end(new MailRefused('MAIL', new Error('550 5.1.1 No such user')));
    await Promise.all(background);
    clock.advance(5);
    expect(await sendQueued()).to.deep.equal({ sent: 0, troubles: [] });
  });

  it('a code whose mail fails at once is an error for its caller, and any other mail is queued', async () => {
    mailer.broken = true;
    expect(
      await promptly()
        .send(aCodeMail())
        .catch((error: unknown) => error),
    ).to.be.an('error');
    for (const mail of [aResetMail(), aLockoutMail()]) await promptly().send(mail);
    mailer.broken = false;
    expect((await sendQueued()).sent).to.equal(2);
    expect(mailer.sent).to.have.deep.members([aResetMail(), aLockoutMail()]);
  });
});
