import { expect } from 'chai';
import { showingCodes } from '../../app/sample/show-codes.ts';
import type { Mail } from '../../core/platform/mailer.ts';

describe('mails of the demo on the terminal', () => {
  const to = { to: 'himchuli@example.com', name: 'Sita Rai' };
  const code: Mail = {
    kind: 'code',
    language: 'en',
    ...to,
    purpose: 'LOGIN',
    code: '123456',
    minutesValid: 5,
    occasion: { at: '2026-11-20 10:00', zone: 'UTC+05:45', ip: '127.0.0.1', userAgent: 'demo' },
  };
  const lockout: Mail = {
    kind: 'lockout',
    language: 'en',
    ...to,
    occasion: code.occasion,
    locked: 'account',
    minutesLocked: 15,
    passwordPage: { kind: 'sign-in', url: 'http://localhost:3000/portal' },
  };
  const invitation: Mail = {
    kind: 'invitation',
    ...to,
    companyName: 'Himchuli Yatayat',
    position: 'CLERK',
    daysValid: 7,
    link: 'http://localhost:3000/portal/join?token=t',
  };

  async function shown(mails: readonly Mail[]) {
    const [sent, lines]: [Mail[], string[]] = [[], []];
    const mailer = showingCodes({ send: async (mail) => void sent.push(mail) }, (line) => lines.push(line));
    for (const mail of mails) await mailer.send(mail);
    return { sent, lines };
  }

  it('a mail of the demo is printed as one line with its code or link, and is sent as well', async () => {
    const link = 'http://localhost:3000/r?t=1';
    const reset: Mail = { kind: 'password-reset', language: 'en', ...to, link, minutesValid: 30 };
    expect(await shown([code, reset, invitation, lockout])).to.deep.equal({
      sent: [code, reset, invitation, lockout],
      lines: [
        'Mail to himchuli@example.com: your code is 123456',
        'Mail to himchuli@example.com: choose a new password at http://localhost:3000/r?t=1',
        'Mail to himchuli@example.com: join Himchuli Yatayat at http://localhost:3000/portal/join?token=t',
      ],
    });
  });

  it('a mail of the demo that could not be sent is not printed', async () => {
    const lines: string[] = [];
    const mailer = showingCodes({ send: () => Promise.reject(new Error('no')) }, (line) => lines.push(line));
    await mailer.send(code).then(
      () => expect.fail('it was sent'),
      () => expect(lines).to.deep.equal([]),
    );
  });
});
