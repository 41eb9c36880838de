import { expect } from 'chai';
import {
  checkName,
  checkOperatorPassword,
  checkOperatorPhone,
  checkPassengerPassword,
  checkPassengerPhone,
  checkPresent,
  mayActAs,
} from '../../../core/accounts/account.ts';
import { checkOperatorEmail, checkPassengerEmail, normalEmail } from '../../../core/accounts/email-address.ts';
import { accountLocked } from '../../../core/accounts/refusals.ts';
import { secondsAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';

const refuses = (check: (value: string) => void, ...values: readonly string[]): void => {
  for (const value of values)
    expect(() => check(value), JSON.stringify(value))
      .to.throw()
      .that.includes({ kind: 'invalid', code: 'VALIDATION' });
};
const takes = (check: (value: string) => void, ...values: readonly string[]): void => {
  for (const value of values) expect(() => check(value), JSON.stringify(value)).not.to.throw();
};

describe('an account', () => {
  it('an e-mail address is stored in one spelling: trimmed, in lower case and with composed letters', () => {
    expect(normalEmail('  Asha@Example.COM ')).to.equal('asha@example.com');
    expect(normalEmail('E\u0301va@example.com')).to.equal('éva@example.com');
    expect(normalEmail('ÉVA@EXAMPLE.COM')).to.equal('éva@example.com');
    for (const email of ['İstanbul@example.com', 'Ünal@x.org', 'ŞÇĞ@x.org'])
      expect(normalEmail(normalEmail(email))).to.equal(normalEmail(email));
  });

  it('an e-mail address loses invisible characters, and its domain is written as IDNA maps it', () => {
    for (const typed of [
      'asha@example.com\u200b',
      '\ufeff asha@example.com',
      'a\u00adsha@exa\u2060mple.com',
      'asha@example。com',
    ])
      expect(normalEmail(typed), JSON.stringify(typed)).to.equal('asha@example.com');
    expect(normalEmail('Asha@Ｅxample.com')).to.equal('asha@example.com');
    expect(normalEmail('asha@exam\u200dple.com')).to.equal('asha@example.com');
    expect(normalEmail('as\u200dha@रक्\u200dषा.com')).to.equal('asha@रक्\u200dषा.com');
    expect(normalEmail('98123\u200b45678')).to.equal('9812345678');
  });

  it('an apostrophe is an ordinary character of an e-mail address, and a double quote is refused', () => {
    takes(checkPassengerEmail, "siobhan.o'neil@example.com");
    refuses(checkPassengerEmail, '"asha"@example.com');
    takes(checkOperatorEmail, "siobhan.o'neil@example.com");
  });

  it('a passenger’s e-mail address needs an @ and a later dot', () => {
    takes(
      checkPassengerEmail,
      'asha@example.com',
      `${'a'.repeat(242)}@example.com`,
      'o@.np',
      'a.b+c@mail.example.com',
      'o@x.np',
      'आशा@example.com',
    );
    refuses(
      checkPassengerEmail,
      '',
      'asha',
      'asha.example.com',
      'asha@example',
      'a.b@example',
      'a@b.c@d',
      '@example.com',
    );
  });

  it('an operator’s e-mail address needs an @ and a dot', () => {
    takes(checkOperatorEmail, 'sita@example.com', 'sita.rai@localhost');
    refuses(checkOperatorEmail, '', 'sita', 'sita@example', 'sita.example.com', '@example.com');
  });

  it('an e-mail address that mail software could read as two addresses, or as another address, is refused', () => {
    const crafted = [
      'a@x.com\r\nBcc: b@x.com',
      'a@x.com\n',
      'a@x.com,b@x.com',
      'a@x.com;b@x.com',
      '"a b"@x.com',
      '<a@x.com>',
      'a@x.com>',
      'a b@x.com',
      'a\u0000@x.com',
      'a(c)@x.com',
      'a\\@x.com',
      'group:a@x.com',
      `${'a'.repeat(243)}@example.com`,
    ];
    refuses(checkPassengerEmail, ...crafted);
    refuses(checkOperatorEmail, ...crafted);
  });

  it('a passenger’s phone number is a Nepalese mobile number or empty', () => {
    takes(checkPassengerPhone, '', '9712345678', '9812345678');
    refuses(
      checkPassengerPhone,
      '9612345678',
      '981234567',
      '98123456789',
      '+9779812345678',
      '98123 45678',
      '98१२३४५६७८',
      '981234567a',
    );
  });

  it('an operator’s phone number may be written in any usual spelling, or be empty', () => {
    takes(checkOperatorPhone, '', '9812345678', '+977 1-4567890', '01-4567890');
    refuses(checkOperatorPhone, 'asha@example.com', 'none', '123', '9'.repeat(21));
  });

  it('a person’s name has at most 150 characters', () => {
    const check = (name: string): void => checkName('full_name', name);
    takes(check, 'Asha', '😀'.repeat(150));
    refuses(check, '😀'.repeat(151));
  });

  it('a passenger’s password needs 8 to 128 characters and a digit', () => {
    const check = (password: string): void => checkPassengerPassword('password', password);
    takes(check, 'himal-26', `${'a'.repeat(127)}1`, '😀😀😀😀😀😀😀1', ' a 1 b c ', '1'.repeat(8));
    refuses(check, '', '        ', 'himal-2', 'himalaya', `${'a'.repeat(128)}1`, '😀😀😀😀😀1', 'हिमाल-२०२६');
  });

  it('an operator’s password needs 6 to 128 characters', () => {
    const check = (password: string): void => checkOperatorPassword('password', password);
    takes(check, 'secret', '😀😀😀😀😀😀', 'a'.repeat(128));
    refuses(check, '', '      ', 'secre', '😀😀😀', 'a'.repeat(129));
  });

  it('a form with empty required fields is refused with the names of all empty fields', () => {
    expect(() => checkPresent({ full_name: ' ', email: 'a@x.com', password: '' }))
      .to.throw()
      .that.deep.includes({
        faults: [
          { field: 'full_name', message: 'full_name is required.' },
          { field: 'password', message: 'password is required.' },
        ],
      });
    expect(() => checkPresent({ full_name: 'Asha' })).not.to.throw();
  });

  it('a user may act in the primary role, and in every added role except ADMIN', () => {
    const admin = { role: 'ADMIN', roles: ['ADMIN', 'OPERATOR'] } as const;
    expect([mayActAs(admin, 'ADMIN'), mayActAs(admin, 'OPERATOR'), mayActAs(admin, 'PASSENGER')]).to.deep.equal([
      true,
      true,
      false,
    ]);
    const operator = { role: 'OPERATOR', roles: ['OPERATOR', 'ADMIN', 'PASSENGER'] } as const;
    expect([
      mayActAs(operator, 'ADMIN'),
      mayActAs(operator, 'OPERATOR'),
      mayActAs(operator, 'PASSENGER'),
    ]).to.deep.equal([false, true, true]);
  });

  it('the refusal of a sign-in to a locked account says for how many minutes it is locked, at least one', () => {
    const minutes = (seconds: number) =>
      /(\d+) minutes?\.$/.exec(accountLocked(secondsAfter(NOW, seconds), NOW).message)?.[1];
    expect([minutes(1), minutes(59), minutes(60), minutes(119), minutes(900)]).to.deep.equal([
      '1',
      '1',
      '2',
      '2',
      '16',
    ]);
  });
});
