import { expect } from 'chai';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { compose } from '../../../adapters/mail/compose.ts';
import { letterOf } from '../../../adapters/mail/letters.ts';
import { readSender } from '../../../adapters/mail/sender.ts';
import type { CodePurpose, Mail } from '../../../core/kernel/mailer.ts';
import { aBookingMail, aCodeMail, aResetMail, RESET_LINK } from '../../support/mails.ts';

const FROM = { name: 'Bus Ticket', address: 'no-reply@tickets.example.com' };
const PURPOSES: readonly CodePurpose[] = ['LOGIN', 'SIGNUP', 'RESEND'];
const EVERY_MAIL: readonly Mail[] = [...PURPOSES.map((purpose) => aCodeMail({ purpose })), aResetMail(), aBookingMail()];

const print = async (mail: Mail): Promise<string> => {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(compose(mail, FROM));
  return (message as Buffer).toString();
};
const read = async (mail: Mail) => PostalMime.parse(await print(mail));

describe('letters', () => {
  it('say who sent them, when, and that nobody need answer', async () => {
    for (const mail of EVERY_MAIL) {
      const { headers, from, messageId, date } = await read(mail);
      const header = (key: string) => headers.find((entry) => entry.key === key)?.value;
      expect(from).to.deep.include(FROM);
      expect(messageId).to.match(/^<[a-z]{28}@tickets\.example\.com>$/);
      expect(Date.parse(date!)).to.be.closeTo(Date.now(), 60_000);
      expect(header('auto-submitted')).to.equal('auto-generated');
    }
  });

  it('hold the code once as text and once as HTML, and no other six digits anywhere', async () => {
    for (const purpose of PURPOSES) {
      const raw = await print(aCodeMail({ purpose }));
      expect(raw.match(/\d{6}/g), raw).to.deep.equal(['048213', '048213']);
    }
  });

  it('never show a code, or a reset token, in the subject', () => {
    for (const mail of EVERY_MAIL) expect(letterOf(mail, 'Bus Ticket').subject).not.to.match(/048213$|048213\b(?<!BT261120048213)|token/);
  });

  it('tell apart why a code was sent, how long it is good, and what to do if nobody asked for it', async () => {
    const texts = await Promise.all(PURPOSES.map(async (purpose) => (await read(aCodeMail({ purpose }))).text!));
    const [login, signup, resend] = texts;
    expect(login).to.match(/finish signing in/);
    expect(signup).to.match(/confirm that this address is yours/);
    expect(resend).to.match(/earlier no longer work/);
    for (const text of texts) expect(text).to.match(/good for 10 minutes/).and.match(/Never tell it/);
  });

  it('name durations as people do', async () => {
    const spoken = async (minutesValid: number) => /good for ([^.]+)\./.exec((await read(aCodeMail({ minutesValid }))).text!)?.[1];
    expect(await Promise.all([0.05, 1 / 60, 1, 2.4, 60, 120, 90].map(spoken)))
      .to.deep.equal(['3 seconds', 'one second', 'one minute', '2 minutes', 'one hour', '2 hours', '90 minutes']);
  });

  it('bring the reset link whole, on one line, and say that it is single-use and works for one hour', async () => {
    const raw = await print(aResetMail());
    expect(raw.split('\r\n')).to.include(RESET_LINK);
    expect(raw).to.contain(`href="${RESET_LINK}"`);
    const { text, html } = await PostalMime.parse(raw);
    for (const body of [text, html]) expect(body).to.match(/single-use and works for one hour/);
  });

  it('tell a passenger all about the booking, with the ticket attached', async () => {
    const { text, html, subject, attachments } = await read(aBookingMail());
    expect(subject).to.equal('Booking BT261120048213 confirmed: Kathmandu to Pokhara');
    for (const fact of ['BT261120048213', 'Tuesday 1 December 2026, 07:00', 'Blue Sky Deluxe, BA 3 KHA 1234', 'Blue Sky', 'A1, A2', 'NPR 1,20,000.50']) {
      expect(text).to.contain(fact);
      expect(html).to.contain(fact);
    }
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).to.deep.equal([['ticket-BT261120048213.pdf', 'application/pdf']]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer).toString()).to.equal('%PDF-1.7 a ticket');
  });

  it('fetch nothing, run nothing, and fit a phone', async () => {
    for (const mail of EVERY_MAIL) {
      const { html } = await read(mail);
      expect(html).not.to.match(/<(img|script|link|iframe|object|video)|url\(|@import|\ssrc=/i);
      expect(html).to.contain('width=device-width');
    }
  });

  it('show what people typed as text, never as markup', async () => {
    const spiked = `<b>"A&B"</b><img src=x onerror='alert(1)'>`;
    const { html, text } = await read(aBookingMail({ busName: spiked, companyName: spiked, seats: spiked, sourceCity: spiked }));
    expect(html).not.to.match(/<b>|<img|onerror='/);
    expect(html).to.contain('&#x3c;b&#x3e;&#x22;A&#x26;B&#x22;');
    expect(text).to.contain(spiked);
  });

  it('greet by a name in any script, but not by one that is a link or a number', async () => {
    const greeted = async (name: string) => /^Hello.*$/m.exec((await read(aCodeMail({ name }))).text!)?.[0];
    expect(await greeted('आशा गुरुङ')).to.equal('Hello आशा गुरुङ,');
    expect(await greeted('J. R. Sharma')).to.equal('Hello J. R. Sharma,');
    for (const name of ['', 'Win at evil.example', 'http://evil', 'Call 9812345678', 'a@b', 'long '.repeat(40)]) expect(await greeted(name), name).to.equal('Hello,');
  });

  it('keep headers one line each, whatever is in them', async () => {
    const raw = await print(aBookingMail({ name: 'Asha\r\nBcc: thief@example.org', sourceCity: 'Kath\r\nBcc: thief@example.org' }));
    expect((await PostalMime.parse(raw)).headers.map(({ key }) => key)).not.to.include('bcc');
    expect((await read(aBookingMail({ sourceCity: 'काठमाडौँ' }))).subject).to.contain('काठमाडौँ to Pokhara');
  });

  it('bear the name of the sender', async () => {
    const { subject, text } = await PostalMime.parse((await createTransport({ streamTransport: true, buffer: true }).sendMail(
      compose(aCodeMail(), { name: 'Sajha Yatayat', address: 'no-reply@sajha.example' }))).message as Buffer);
    expect(subject).to.equal('Your sign-in code for Sajha Yatayat');
    expect(text).to.contain('Sajha Yatayat will not ask you');
  });
});

describe('the sender of mails', () => {
  it('is one address, with or without a name', () => {
    expect(readSender('Bus Ticket <no-reply@localhost>')).to.deep.equal({ name: 'Bus Ticket', address: 'no-reply@localhost' });
    expect(readSender('"Bus, Ticket" <a@example.com>')).to.deep.equal({ name: 'Bus, Ticket', address: 'a@example.com' });
    expect(readSender('a@example.com')).to.deep.equal({ name: '', address: 'a@example.com' });
    for (const wrong of ['', 'nobody', 'a@example.com, b@example.com', 'A group: a@example.com, b@example.com;', 'a@']) expect(readSender(wrong), wrong).to.equal(undefined);
  });
});
