import { expect } from 'chai';
import { showingCodes, showingTexts } from '../../app/sample/show-codes.ts';
import type { Mail } from '../../core/platform/mailer.ts';
import type { SmsOutcome } from '../../core/platform/sms.ts';

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

describe('texts of the demo on the terminal', () => {
  const sms = { kind: 'CODE', to: '9841234567', text: '123456 is your code', parts: 1 } as const;
  async function shown(outcome: SmsOutcome): Promise<readonly string[]> {
    const lines: string[] = [];
    const sender = showingTexts({ send: () => Promise.resolve(outcome) }, (line) => lines.push(line));
    expect(await sender.send(sms)).to.equal(outcome);
    return lines;
  }

  it('a text message of the demo is printed as one line', async () => {
    expect(await shown({ result: 'sent' })).to.deep.equal(['Text to 9841234567: 123456 is your code']);
  });

  it('a text message of the demo that was not sent is not printed', async () => {
    expect(await shown({ result: 'unreachable', reason: 'no' })).to.deep.equal([]);
  });
});
