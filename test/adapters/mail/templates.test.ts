import { expect } from 'chai';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { compose, readSender } from '../../../adapters/mail/compose.ts';
import type { CodePurpose, FirstFactor, Mail } from '../../../core/platform/mailer.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { FROM, print, read, subjectOf } from '../../support/composed-mails.ts';
import { seat } from '../../support/catalogue.ts';
import {
  aBookingMail,
  aCancellationMail,
  anAmountMail,
  aBusReviewMail,
  aCodeMail,
  aLockoutMail,
  aTotpMail,
  anExpiryMail,
  anInvitationMail,
  moneyBack,
  aResetMail,
  aReviewMail,
  RESET_LINK,
} from '../../support/mails.ts';

const PURPOSES: readonly CodePurpose[] = ['LOGIN', 'SIGNUP', 'RESEND'];
const EVERY_MAIL: readonly Mail[] = [
  ...PURPOSES.map((purpose) => aCodeMail({ purpose })),
  ...PURPOSES.map((purpose) => aCodeMail({ purpose, language: 'ne' })),
  aResetMail(),
  aResetMail({ language: 'ne' }),
  aLockoutMail(),
  aLockoutMail({ language: 'ne' }),
  aTotpMail(),
  aTotpMail({ change: 'off', language: 'ne' }),
  aTotpMail({ change: 'reset' }),
  anInvitationMail(),
  aBookingMail(),
  aCancellationMail(),
  aReviewMail(),
  aBusReviewMail(),
  anExpiryMail(),
  anAmountMail(),
  anAmountMail({ language: 'ne' }),
];

/** Removes the elements of an HTML mail that only programs read. */
const shownOf = (html = ''): string => html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '');

describe('mails', () => {
  it('mails name their sender and time, and say that they need no reply', async () => {
    for (const mail of EVERY_MAIL) {
      const started = Math.floor(Date.now() / 1_000) * 1_000;
      const { headers, from, messageId, date } = await read(mail);
      const header = (key: string) => headers.find((entry) => entry.key === key)?.value;
      expect(from).to.deep.include(FROM);
      expect(messageId).to.match(/^<[a-z]{28}@tickets\.example\.com>$/);
      expect(Date.parse(date!)).to.be.within(started, Date.now());
      expect(header('auto-submitted')).to.equal('auto-generated');
    }
  });

  it('mails with a one-time code contain the code once as text and once as HTML, and no other six-digit number', async () => {
    for (const purpose of PURPOSES) {
      const raw = await print(aCodeMail({ purpose }));
      expect(raw.match(/\d{6}/g), raw).to.deep.equal(['048213', '048213']);
      const { text } = await read(aCodeMail({ purpose, language: 'ne' }));
      expect(text!.match(/\d{6}/g), text).to.deep.equal(['048213']);
    }
  });

  it('mails never have a one-time code or a reset token in the subject', () => {
    for (const mail of EVERY_MAIL) expect(subjectOf(mail)).not.to.match(/048213$|048213\b(?<!BT261120048213)|token/);
  });

  it('mails with a one-time code say why the code was sent, how long it is valid, and what to do if nobody asked for it', async () => {
    const texts = await Promise.all(PURPOSES.map(async (purpose) => (await read(aCodeMail({ purpose }))).text!));
    const [login, signup, resend] = texts;
    expect(login).to.match(/finish signing in/);
    expect(signup).to.match(/confirm that this address is yours/);
    expect(resend).to.match(/earlier no longer work/);
    for (const text of texts)
      expect(text)
        .to.match(/good for 10 minutes/)
        .and.match(/Never tell it/);
  });

  for (const [purpose, subject, ...sentences] of [
    ['LOGIN', 'Bus Ticket मा साइन इन गर्ने कोड', 'साइन इन पूरा गर्न यो कोड', 'यो कोडबिना ऊ भित्र पस्न सक्दैन'],
    ['SIGNUP', 'Bus Ticket का लागि आफ्नो इमेल पुष्टि गर्नुहोस्', 'तपाईंकै हो भनी पुष्टि गर्न', 'खाता खोल्नुभएको होइन भने'],
    ['RESEND', 'Bus Ticket को नयाँ कोड', 'पहिले पठाइएका कोड अब चल्दैनन्', 'कोड माग्नुभएको होइन भने'],
  ] as const)
    it(`a mail with a one-time code is in Nepali for an account in Nepali (${purpose})`, async () => {
      const mail = await read(aCodeMail({ purpose, language: 'ne' }));
      expect(mail.subject).to.equal(subject);
      expect(mail.html).to.contain('<html lang="ne">').and.to.contain('048213');
      for (const fact of [...sentences, '१० मिनेट भित्र', 'कसैलाई नभन्नुहोस्', 'ब्राउजर: Firefox (Windows)', '203.0.113.7'])
        expect(mail.text).to.contain(fact);
      expect(mail.text).not.to.match(/code|sign/i);
    });

  it('the Nepali mail with a sign-in code warns about a Google account only after a sign-in with Google', async () => {
    const textOf = async (firstFactor: FirstFactor) => (await read(aCodeMail({ language: 'ne', firstFactor }))).text!;
    expect(await textOf('provider'))
      .to.contain('Google खाता')
      .and.not.to.contain('पासवर्ड');
    expect(await textOf('password'))
      .to.contain('पासवर्ड थाहा हुन सक्छ')
      .and.not.to.contain('Google');
  });

  it('a password reset link is mailed in Nepali for an account in Nepali', async () => {
    const { subject, text, html } = await read(aResetMail({ language: 'ne' }));
    expect(subject).to.equal('Bus Ticket को पासवर्ड फेर्नुहोस्');
    expect(html).to.contain('<html lang="ne">').and.to.contain(`href="${RESET_LINK}"`);
    for (const fact of [RESET_LINK, 'एक पटक मात्र, १ घण्टा भित्र', 'पासवर्ड उही रहन्छ']) expect(text).to.contain(fact);
  });

  it('mails with a sign-in code warn that somebody may know the password, or may use the Google account', async () => {
    const textOf = async (mail: Mail): Promise<string> => (await read(mail)).text!;
    expect(await textOf(aCodeMail({ firstFactor: 'password' }))).to.contain(
      'If this was not you, somebody may know your password. They cannot get in without this code, but please choose a new password.',
    );
    const google = await textOf(aCodeMail({ firstFactor: 'provider' }));
    expect(google).to.contain(
      'If this was not you, somebody may be using your Google account. They cannot get in without this code.',
    );
    expect(google).not.to.contain('password');
  });

  it('mails with a one-time code say when and from where the code was requested', async () => {
    for (const purpose of PURPOSES) {
      const { text, html } = await read(aCodeMail({ purpose }));
      for (const fact of ['Friday 20 November 2026, 10:15 (UTC+05:45)', 'Firefox on Windows', '203.0.113.7']) {
        expect(text).to.contain(fact);
        expect(html).to.contain(fact);
      }
    }
  });

  it('mails mention the reader’s browser only by a known name, whatever the User-Agent says', async () => {
    const named = async (userAgent: string) => {
      const mail = aCodeMail();
      return /^Browser: (.*)$/m.exec((await read({ ...mail, occasion: { ...mail.occasion, userAgent } })).text!)?.[1];
    };
    expect(
      await named(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      ),
    ).to.equal('Safari on iOS');
    expect(
      await named(
        'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      ),
    ).to.equal('Chrome on Android');
    for (const strange of [
      '',
      'node',
      'Call 9812345678/1.0 (http://evil.example)',
      'constructor/1.0 x',
      '<b>/1.0 x',
      'x'.repeat(300),
    ])
      expect(await named(strange), strange).to.equal('unknown');
  });

  it('mails about a locked account say when and from where the wrong passwords came, and how long the lock lasts', async () => {
    const { subject, text, html } = await read(aLockoutMail());
    expect(subject).to.equal('Too many failed sign-ins at Bus Ticket');
    for (const fact of [
      'Somebody entered too many wrong passwords for your account, so it is locked for 15 minutes. The last attempt came from:',
      'Friday 20 November 2026, 10:15 (UTC+05:45)',
      'Firefox on Windows',
      '203.0.113.7',
      'If it was not you: nobody got in, and there is nothing you need to do.',
    ]) {
      expect(text).to.contain(fact);
      expect(html).to.contain(fact);
    }
  });

  it('mails about a locked account are in Nepali', async () => {
    const { subject, text, html } = await read(aLockoutMail({ language: 'ne' }));
    expect(subject).to.equal('Bus Ticket मा धेरै पटक साइन इन हुन सकेन');
    expect(html).to.contain('<html lang="ne">');
    for (const fact of [
      'खाता १५ मिनेट का लागि बन्द',
      'कहिले: शुक्रबार, ४ मंसिर २०८३, बिहान १०:१५ (UTC+05:45)',
      'ब्राउजर: Firefox (Windows)',
    ])
      expect(text).to.contain(fact);
  });

  for (const [language, subject] of [
    ['en', 'Authenticator app turned on at Bus Ticket'],
    ['ne', 'Bus Ticket मा अथेन्टिकेटर एप चालु भयो'],
  ] as const)
    it(`mails about an added authenticator app say where the app was added, and what to do if somebody else added it (${language})`, async () => {
      const mail = await read(aTotpMail({ language }));
      expect(mail.subject).to.equal(subject);
      for (const fact of ['203.0.113.7', 'Firefox', 'Bus Ticket']) expect(mail.text).to.contain(fact);
    });

  it('mails about a removed authenticator app leave out IP address and browser if these are unknown', async () => {
    const occasion = { ...aTotpMail().occasion, ip: '', userAgent: 'npm run admin' };
    const { subject, text } = await read(aTotpMail({ change: 'reset', occasion }));
    expect(subject).to.equal('Authenticator app reset at Bus Ticket');
    expect(text)
      .to.contain('When: Friday 20 November 2026, 10:15 (UTC+05:45)')
      .and.not.match(/IP address|Browser:|npm/);
  });

  it('mails about a locked account say if only one trusted browser is locked', async () => {
    const { text } = await read(aLockoutMail({ locked: 'browser' }));
    expect(text)
      .to.match(/this browser is locked for 15 minutes.*another browser/s)
      .and.not.contain('so it is locked');
  });

  it('mails about a locked account link to the sign-in page or the page for resetting the password', async () => {
    const url = 'https://tickets.example.com/page.html';
    for (const [kind, label] of [
      ['sign-in', 'Go to the sign-in page'],
      ['new-password', 'Choose a new password'],
    ] as const) {
      const { text, html } = await read(aLockoutMail({ passwordPage: { kind, url } }));
      expect(text).to.contain(`${label}:\n${url}\n`);
      expect(html).to.contain(`>${label}</a>`);
    }
    expect((await read(aLockoutMail())).text).to.contain('"Forgot your password?"');
  });

  it('mails write durations in words', async () => {
    const durationIn = async (minutesValid: number) =>
      /good for ([^.]+)\./.exec((await read(aCodeMail({ minutesValid }))).text!)?.[1];
    expect(await Promise.all([0.05, 1 / 60, 1, 2.4, 60, 120, 90].map(durationIn))).to.deep.equal([
      '3 seconds',
      'one second',
      'one minute',
      '2 minutes',
      'one hour',
      '2 hours',
      '90 minutes',
    ]);
  });

  it('mails with a password reset link have the link on one line, and say that the link works only once, for one hour', async () => {
    const raw = await print(aResetMail());
    expect(raw.split('\r\n')).to.include(RESET_LINK);
    expect(raw).to.contain(`href="${RESET_LINK}"`);
    const { text, html } = await PostalMime.parse(raw);
    for (const body of [text, html]) expect(body).to.match(/single-use and works for one hour/);
  });

  it('invitation mails leave out a company name that contains a link or a phone number', async () => {
    const mail = anInvitationMail();
    const { text, html, subject } = await read(mail);
    expect(subject).to.equal("Your invitation to a bus company's staff at Bus Ticket");
    expect(text).to.contain('Blue Sky invites you to join its staff as a clerk.').and.to.contain(mail.link);
    expect(html).to.contain(`href="${mail.link}"`);
    for (const body of [text, html]) expect(body).to.match(/single-use and works for 7 days/);
    for (const companyName of ['Win at evil.example', 'http://evil', 'Call 9812345678'])
      expect((await read(anInvitationMail({ companyName }))).text).to.contain('A bus company invites you');
  });

  it('invitation mails of an agent speak of an agency', async () => {
    const { text, subject } = await read(anInvitationMail({ companyName: 'Himal Tickets', isByAgent: true }));
    expect(subject).to.equal("Your invitation to a travel agency's staff at Bus Ticket");
    expect(text).to.contain('Himal Tickets invites you to join its staff').and.to.contain('know this agency');
  });

  it('confirmation mails describe the booking to the passenger, with the ticket attached', async () => {
    const { text, html, subject, attachments } = await read(aBookingMail());
    expect(subject).to.equal('Booking BT261120048213 confirmed: Kathmandu to Pokhara');
    for (const fact of [
      'BT261120048213',
      'Kalanki, Tuesday 1 December 2026, 07:25 (15 Mangsir 2083)',
      'Tuesday 1 December 2026, 07:00 (15 Mangsir 2083)',
      'Blue Sky Deluxe, BA 3 KHA 1234',
      'Blue Sky',
      'A1, A2',
      'Rs 1,20,000.50',
    ]) {
      expect(text).to.contain(fact);
      expect(html).to.contain(fact);
    }
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).to.deep.equal([
      ['ticket-BT261120048213.pdf', 'application/pdf'],
      ['BT261120048213.ics', 'text/calendar'],
    ]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer).toString()).to.equal('%PDF-1.7 a ticket');
  });

  it('the calendar file of a mail says whether it adds the journey to a calendar or removes it', () => {
    const calendarEntries = [true, false].map((isCancelled) => ({ fileName: 'a.ics', text: 'BEGIN:', isCancelled }));
    const { attachments = [] } = compose(aCancellationMail({ calendarEntries }), FROM);
    expect(attachments.map(({ contentType }) => contentType)).to.deep.equal([
      'text/calendar; charset=utf-8; method=CANCEL',
      'text/calendar; charset=utf-8; method=PUBLISH',
    ]);
  });

  it('mails about a cancellation of some seats name these seats, and say that the ticket is valid for the others', async () => {
    const { subject, text } = await read(
      aCancellationMail({ isPart: true, seats: [seat('A2')], seatsCount: 1, money: moneyBack() }),
    );
    expect(subject).to.equal('Seats of booking BT261120048213 cancelled: Kathmandu to Pokhara');
    expect(text).to.contain('Blue Sky has cancelled the seats below. Your ticket is still good for the other seats');
    expect(text).to.match(/A2/u);
  });

  it('mails about a cancelled booking say by whom, why, and how much is refunded by when', async () => {
    const { text, html, subject } = await read(aCancellationMail());
    expect(subject).to.equal('Booking BT261120048213 cancelled: Kathmandu to Pokhara');
    for (const fact of [
      'Blue Sky has cancelled your booking.',
      'BT261120048213',
      'Tuesday 1 December 2026, 07:00 (15 Mangsir 2083)',
      'A1, A2',
      'The bus broke down.',
      'Of the Rs 1,20,000.50 that you paid, Rs 1,20,000 will be paid back to you by Friday 27 November 2026 (11 Mangsir 2083) at the latest, to the account that you name.',
    ]) {
      expect(text).to.contain(fact);
      expect(html).to.contain(fact);
    }
    expect((await read(aCancellationMail({ by: 'service' }))).text).to.contain(
      'Bus Ticket has cancelled your booking.',
    );
    expect(text).to.contain('Its ticket is no longer good.');
    const unpaid = await read(aCancellationMail({ money: null, reason: 'The road is blocked.\nWe are sorry.' }));
    expect(unpaid.text)
      .to.contain('It had not been paid, so there is nothing to pay back.')
      .and.not.contain('ticket is');
    expect(unpaid.html).to.match(/<td style="[^"]*white-space:pre-line[^"]*">The road is blocked.\nWe are sorry.</);
    const nothing = aCancellationMail({ money: moneyBack({ paid: paisa(100), refund: paisa(0), dueOn: null }) });
    expect((await read(nothing)).text).to.contain('Of the Rs 1 that you paid, nothing is paid back.');
  });

  it('mails load no remote files, run no scripts, and fit a phone’s screen', async () => {
    for (const mail of EVERY_MAIL) {
      const { html } = await read(mail);
      expect(shownOf(html)).not.to.match(/<(img|script|link|iframe|object|video)|url\(|@import|\ssrc=/i);
      expect(html).to.contain('width=device-width');
    }
  });

  it('mails show text typed by users as plain text, never as markup', async () => {
    const spiked = `<b>"A&B"</b><img src=x onerror='alert(1)'>`;
    const { html, text } = await read(
      aBookingMail({ busName: spiked, companyName: spiked, seats: [seat(spiked)], sourceCity: spiked }),
    );
    expect(shownOf(html)).not.to.match(/<b>|<img|onerror='/);
    expect(html).to.contain('&lt;b&gt;&quot;A&amp;B&quot;');
    expect(text).to.contain(spiked);
  });

  it('mails greet by the recipient’s name in any script, unless the name contains a link or a number', async () => {
    const greeted = async (name: string) => /^Hello.*$/m.exec((await read(aCodeMail({ name }))).text!)?.[0];
    expect(await greeted('आशा गुरुङ')).to.equal('Hello आशा गुरुङ,');
    expect(await greeted('J. R. Sharma')).to.equal('Hello J. R. Sharma,');
    for (const name of ['', 'Win at evil.example', 'http://evil', 'Call 9812345678', 'a@b', 'long '.repeat(40)])
      expect(await greeted(name), name).to.equal('Hello,');
  });

  it('mail headers stay on one line each, even if their values contain line breaks', async () => {
    const raw = await print(
      aBookingMail({ name: 'Asha\r\nBcc: thief@example.org', sourceCity: 'Kath\r\nBcc: thief@example.org' }),
    );
    expect((await PostalMime.parse(raw)).headers.map(({ key }) => key)).not.to.include('bcc');
    expect((await read(aBookingMail({ sourceCity: 'काठमाडौँ' }))).subject).to.contain('काठमाडौँ to Pokhara');
  });

  it('mails are sent under the configured sender name', async () => {
    const { subject, text } = await PostalMime.parse(
      (
        await createTransport({ streamTransport: true, buffer: true }).sendMail(
          compose(aCodeMail(), { name: 'Sajha Yatayat', address: 'no-reply@sajha.example' }),
        )
      ).message as Buffer,
    );
    expect(subject).to.equal('Your sign-in code for Sajha Yatayat');
    expect(text).to.contain('Sajha Yatayat will not ask you');
  });
});

describe('the sender of mails in settings', () => {
  it('the configured sender of mails is one address, with or without a name', () => {
    expect(readSender('Bus Ticket <no-reply@localhost>')).to.deep.equal({
      name: 'Bus Ticket',
      address: 'no-reply@localhost',
    });
    expect(readSender('"Bus, Ticket" <a@example.com>')).to.deep.equal({
      name: 'Bus, Ticket',
      address: 'a@example.com',
    });
    expect(readSender('a@example.com')).to.deep.equal({ name: '', address: 'a@example.com' });
    for (const wrong of [
      '',
      'nobody',
      'a@example.com, b@example.com',
      'a@example.com, B <b@example.com>',
      'A <a@example.com>, B <b@example.com>',
      'A group: a@example.com, b@example.com;',
      'a@',
    ])
      expect(readSender(wrong), wrong).to.equal(undefined);
  });

  it('the name of the sender of mails keeps its brackets, in settings and in mails', async () => {
    for (const name of ['Bus (Nepal)', 'Bus [Nepal] Pvt. Ltd.', 'Bus <Nepal>', 'बस (नेपाल)', 'Bus, Ticket']) {
      const sender = readSender(`${name} <a@example.com>`);
      expect(sender, name).to.deep.equal({ name, address: 'a@example.com' });
      if (sender)
        expect((await read(aBookingMail(), undefined, sender)).from, name).to.deep.equal({
          name,
          address: 'a@example.com',
        });
    }
  });

  it('a sender of mails whose address has a blank is refused', () => {
    for (const wrong of ['a b@example.com', 'Bus <a b@example.com>', 'Bus <a@example .com>', 'Bus <"a b"@example.com>'])
      expect(readSender(wrong), wrong).to.equal(undefined);
  });
});
