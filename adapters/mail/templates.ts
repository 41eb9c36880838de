import Bowser from 'bowser';
import type {
  CodeMail,
  CodePurpose,
  FirstFactor,
  InvitationMail,
  LockoutMail,
  Mail,
  Occasion,
  PasswordPage,
  PasswordResetMail,
} from '../../core/delivery/mailer.ts';
import { bookingCancelledTemplate, bookingConfirmedTemplate } from './booking-templates.ts';
import { seatsMovedTemplate, tripCancelledTemplate, tripRetimedTemplate } from './disruption-templates.ts';
import { note, paragraph } from './layout.ts';
import type { Block, Content } from './layout.ts';
import { busReviewedTemplate, documentReviewedTemplate, papersExpiringTemplate } from './office-templates.ts';
import { refundTemplate } from './refund-templates.ts';
import { counted, duration, greeting, isPlainName, longDate } from './naming.ts';
import type { House } from './naming.ts';

/** Every word the service mails. */
export function contentOf(mail: Mail, house: House): Content {
  const { brand } = house;
  switch (mail.kind) {
    case 'code':
      return codeTemplate(mail, brand);
    case 'password-reset':
      return passwordResetTemplate(mail, brand);
    case 'lockout':
      return lockoutTemplate(mail, brand);
    case 'invitation':
      return invitationTemplate(mail, brand);
    case 'booking-confirmed':
      return bookingConfirmedTemplate(mail, house);
    case 'booking-cancelled':
      return bookingCancelledTemplate(mail, house);
    case 'bus-reviewed':
      return busReviewedTemplate(mail);
    case 'document-reviewed':
      return documentReviewedTemplate(mail);
    case 'papers-expiring':
      return papersExpiringTemplate(mail);
    case 'trip-cancelled':
      return tripCancelledTemplate(mail, house);
    case 'trip-retimed':
      return tripRetimedTemplate(mail, house);
    case 'seats-moved':
      return seatsMovedTemplate(mail, house);
    case 'refund-sent':
    case 'refund-paid':
    case 'refund-failed':
      return refundTemplate(mail, house);
  }
}

interface CodeWords {
  readonly subject: string;
  readonly heading: string;
  readonly why: string;
}

/** The subject never holds the code, since subjects are logged and shown on locked screens. */
const CODE_WORDS: Readonly<Record<CodePurpose, CodeWords>> = {
  LOGIN: {
    subject: 'Your sign-in code',
    heading: 'Your sign-in code',
    why: 'Enter this code to finish signing in:',
  },
  SIGNUP: {
    subject: 'Confirm your e-mail address',
    heading: 'Welcome! Please confirm your e-mail address',
    why: 'Enter this code to confirm that this address is yours:',
  },
  RESEND: {
    subject: 'Your new code',
    heading: 'Your new code',
    why: 'Here is the new code you asked for. Codes we sent earlier no longer work.',
  },
};

/** What it means that somebody else signs in, by what they have shown before the code. */
const SOMEBODY_ELSE: Readonly<Record<FirstFactor, string>> = {
  password:
    'If this was not you, somebody may know your password. They cannot get in without this code, but please choose a new password.',
  provider: 'If this was not you, somebody may be using your Google account. They cannot get in without this code.',
};

function ifNotYou({ purpose, firstFactor = 'password' }: CodeMail): string {
  switch (purpose) {
    case 'LOGIN':
      return SOMEBODY_ELSE[firstFactor];
    case 'SIGNUP':
      return 'If you did not open an account, you can ignore this mail: nothing happens without the code.';
    case 'RESEND':
      return 'If you did not ask for a code, you can ignore this mail: nothing happens without it.';
  }
}

function codeTemplate(mail: CodeMail, brand: string): Content {
  const { name, purpose, code, minutesValid, occasion } = mail;
  const { subject, heading, why } = CODE_WORDS[purpose];
  return {
    subject: `${subject} for ${brand}`,
    heading,
    blocks: [
      paragraph(greeting(name)),
      paragraph(why),
      { kind: 'code', code },
      paragraph(`The code works once and is good for ${duration(minutesValid)}. This code was requested from:`),
      factsOf(occasion),
      note(`Never tell it to anybody: ${brand} will not ask you for it by phone or message. ${ifNotYou(mail)}`),
    ],
  };
}

const passwordResetTemplate = ({ name, link, minutesValid }: PasswordResetMail, brand: string): Content => ({
  subject: `Reset your password for ${brand}`,
  heading: 'Choose a new password',
  blocks: [
    paragraph(greeting(name)),
    paragraph('Somebody, hopefully you, asked to reset the password of your account.'),
    { kind: 'link', label: 'Choose a new password', url: link },
    paragraph(
      `The link is single-use and works for ${duration(minutesValid)}. A new password signs you out on all your devices.`,
    ),
    note('If it was not you, you can ignore this mail: your password stays as it is.'),
  ],
});

const POSITION_WORDS: Readonly<Record<InvitationMail['position'], string>> = {
  OWNER: 'an owner',
  MANAGER: 'a manager',
  CLERK: 'a clerk',
  CONDUCTOR: 'a conductor',
};

/** Anybody can open a company and name it: what it is called must not look like a sentence or a link of ours. */
function invitationTemplate({ name, companyName, position, link, daysValid }: InvitationMail, brand: string): Content {
  const company = isPlainName(companyName) ? companyName : 'A bus company';
  return {
    subject: `Your invitation to a bus company's staff at ${brand}`,
    heading: 'You are invited',
    blocks: [
      paragraph(greeting(name)),
      paragraph(`${company} invites you to join its staff as ${POSITION_WORDS[position]}.`),
      { kind: 'link', label: 'Accept the invitation', url: link },
      paragraph(`The link is single-use and works for ${counted(daysValid, 'day')}.`),
      note('If you do not know this company, you can ignore this mail: nothing happens without the link.'),
    ],
  };
}

/** It does not say what was wrong with the passwords: other people may read the mailbox too. */
const lockoutTemplate = (
  { name, occasion, locked, minutesLocked, passwordPage }: LockoutMail,
  brand: string,
): Content => ({
  subject: `Too many failed sign-ins at ${brand}`,
  heading: 'Too many failed sign-ins',
  blocks: [
    paragraph(greeting(name)),
    paragraph(LOCKED[locked](duration(minutesLocked))),
    factsOf(occasion),
    paragraph(FORGOTTEN[passwordPage.kind]),
    { kind: 'link', label: PASSWORD_PAGES[passwordPage.kind], url: passwordPage.url },
    note('If it was not you: nobody got in, and there is nothing you need to do.'),
  ],
});

const LOCKED: Readonly<Record<LockoutMail['locked'], (time: string) => string>> = {
  account: (time) =>
    `Somebody entered too many wrong passwords for your account, so it is locked for ${time}. The last attempt came from:`,
  browser: (time) =>
    `Somebody entered too many wrong passwords for your account in a browser that signs in without a code, so this browser is locked for ${time}. You can still sign in with another browser. The last attempt came from:`,
};

const PASSWORD_PAGES: Readonly<Record<PasswordPage['kind'], string>> = {
  'sign-in': 'Go to the sign-in page',
  'new-password': 'Choose a new password',
};

const FORGOTTEN: Readonly<Record<PasswordPage['kind'], string>> = {
  'sign-in':
    'If it was you and you do not remember your password, press "Forgot your password?" on the sign-in page. A new password also lifts the lock.',
  'new-password': 'If it was you and you do not remember your password, choose a new one. That also lifts the lock.',
};

const factsOf = ({ at, zone, userAgent, ip }: Occasion): Block => ({
  kind: 'facts',
  facts: [
    ['When', `${longDate(at)} (${zone})`],
    ['Browser', browserName(userAgent)],
    ['IP address', ip],
  ],
});

/**
 * Browsers, and programs that pretend to be one, can send anything as their name. Only well-known names get into a
 * mail, never somebody's sentence or link.
 */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Such as `Firefox on Windows`. */
function browserName(userAgent: string): string {
  if (userAgent === '') return 'unknown';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : 'unknown';
  return os.name !== undefined && SYSTEMS.has(os.name) ? `${name} on ${os.name}` : name;
}
