import { expect } from 'chai';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import { recordingMailer } from '../../../adapters/memory/mailer.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { sendMails } from '../../../core/platform/send-mails.ts';
import { composeBookingMail } from '../../../core/tickets/confirmation-mail.ts';
import { aPaidBooking, anotherTrip, changingOn } from '../../support/changing.ts';
import { memoryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

describe('the mail about a change to another trip', () => {
  it('the mail about a change to another trip carries the new calendar entry and the cancelled old one, each as a file', async () => {
    const paying = payingOn(memoryEngine());
    const { engine, clock } = paying;
    const mailer = recordingMailer();
    const send = sendMails({
      ...engine,
      clock,
      composeBookingMail: composeBookingMail({
        ...engine,
        calendar: calendarOf('Asia/Kathmandu'),
        baseUrl: 'https://bus.example.com',
        ticketTokens: ticketTokens('only for tests, thirty-two letters long'),
        clock,
        ticketPrinter: { print: async () => new Uint8Array() },
      }),
      mailer,
      mailIsWanted: async () => true,
    });
    /** The calendar files of the mails since the last call, as file name, UID, METHOD, STATUS and SEQUENCE. */
    const sentFiles = async () => {
      await send();
      return mailer.sent.splice(0).map((mail) =>
        'calendarEntries' in mail
          ? (mail.calendarEntries ?? []).map(({ fileName, text }) => ({
              fileName,
              uid: /^UID:([^@]+)/m.exec(text)?.[1],
              method: /^METHOD:(\w+)/m.exec(text)?.[1],
              status: /^STATUS:(\w+)/m.exec(text)?.[1],
              sequence: Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1]),
            }))
          : mail.kind,
      );
    };

    const { booking } = await aPaidBooking(paying, { userId: await aPassengerId(engine) });
    const [[old] = []] = await sentFiles();
    if (typeof old !== 'object') throw new Error('The first mail carries no calendar file.');
    expect(old).to.deep.include({ fileName: `${booking.code}.ics`, uid: booking.code, status: 'CONFIRMED' });

    const changed = await changingOn(paying).change(booking, await anotherTrip(engine, booking, 50_000), {
      numbers: ['A1', 'A2'],
    });
    const [files] = await sentFiles();
    const { code } = (await engine.officeBookings.find(changed.id))!;
    if (typeof files !== 'object') throw new Error('The mail about the change carries no calendar files.');
    expect(files.map(({ sequence: _, ...file }) => file)).to.deep.equal([
      { fileName: `${code}.ics`, uid: code, method: 'PUBLISH', status: 'CONFIRMED' },
      { fileName: `${booking.code}.ics`, uid: booking.code, method: 'CANCEL', status: 'CANCELLED' },
    ]);
    expect(files[1]!.sequence).to.be.above(old.sequence);
  });
});
