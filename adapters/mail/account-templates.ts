import Bowser from 'bowser';
import type {
  CodeMail,
  LockoutMail,
  Occasion,
  PasswordResetMail,
  PhoneChangedMail,
  PhoneGoneMail,
  SmsLimitMail,
  SmsSignInMail,
  TotpMail,
} from '../../core/platform/mailer.ts';
import type { Language } from '../../core/kernel/text.ts';
import { FORMATS, momentOf } from '../language/formats.ts';
import { type Block, type Content, note, paragraph } from './layout.ts';
import type { House } from './naming.ts';
import { us } from './refund-templates.ts';
import { ACCOUNT_WORDS } from './words/account-words.ts';
import { helloTo } from './words/booking-words.ts';
import { PHONE_WORDS } from './words/phone-words.ts';

/* Mails for signing in, and mails that warn the owner of an account. */

/** The subject never contains the code, since subjects are logged and shown on locked screens. */
export function codeTemplate(mail: CodeMail, { brand }: House): Content {
  const { language, purpose, code, minutesValid, occasion } = mail;
  const { codes } = ACCOUNT_WORDS[language];
  const { subject, heading, why } = codes.purposes[purpose];
  return {
    language,
    subject: subject(brand),
    heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(why),
      { kind: 'code', code },
      paragraph(codes.valid(durationIn(language, minutesValid))),
      factsOf(language, occasion),
      note(`${codes.secret(brand)} ${ifNotYou(mail)}`),
    ],
  };
}

function ifNotYou({ language, purpose, firstFactor = 'password' }: CodeMail): string {
  const { ifNotYou: words } = ACCOUNT_WORDS[language].codes;
  return purpose === 'LOGIN' ? words.LOGIN[firstFactor] : words[purpose];
}

export function passwordResetTemplate(mail: PasswordResetMail, { brand }: House): Content {
  const { language, link, minutesValid } = mail;
  const { reset } = ACCOUNT_WORDS[language];
  return {
    language,
    subject: reset.subject(brand),
    heading: reset.heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(reset.asked),
      { kind: 'link', label: reset.link, url: link },
      paragraph(reset.valid(durationIn(language, minutesValid))),
      note(reset.ifNotYou),
    ],
  };
}

/** The mail does not say why the sign-ins failed, because strangers may read the mailbox, too. */
export function lockoutTemplate(mail: LockoutMail, { brand }: House): Content {
  const { language, locked, minutesLocked, passwordPage } = mail;
  const { lockout } = ACCOUNT_WORDS[language];
  return {
    language,
    subject: lockout.subject(brand),
    heading: lockout.heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(lockout.locked[locked](durationIn(language, minutesLocked))),
      factsOf(language, mail.occasion),
      paragraph(lockout.forgotten[passwordPage.kind]),
      { kind: 'link', label: lockout.pages[passwordPage.kind], url: passwordPage.url },
      note(lockout.ifNotYou),
    ],
  };
}

export function totpTemplate(mail: TotpMail, house: House): Content {
  const { language, change, occasion } = mail;
  const words = ACCOUNT_WORDS[language].totp[change];
  return {
    language,
    subject: words.subject(house.brand),
    heading: words.heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(words.says),
      // A reset comes from an administrator. The user's browser and address are unknown, so the mail shows only the
      // time.
      change === 'reset' ? { kind: 'facts', facts: [whenOf(language, occasion)] } : factsOf(language, occasion),
      note(words.ifNotYou(us(mail, house))),
    ],
  };
}

/** The mail to a user whose account loses a phone number, because another person proved to hold that number. */
export function phoneGoneTemplate(mail: PhoneGoneMail, { brand }: House): Content {
  const { language, phone } = mail;
  const words = PHONE_WORDS[language].phoneGone;
  return {
    language,
    subject: words.subject(brand),
    heading: words.heading,
    blocks: [paragraph(helloTo(mail)), paragraph(words.says(phone)), paragraph(words.stays)],
  };
}

/** The mail to a user whose account got another phone number, or lost its number, by somebody who was signed in. */
export function phoneChangedTemplate(mail: PhoneChangedMail, house: House): Content {
  const { language, phone, occasion } = mail;
  const words = PHONE_WORDS[language].phoneChanged;
  return {
    language,
    subject: words.subject(house.brand),
    heading: words.heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(phone === null ? words.removed : words.says(phone)),
      factsOf(language, occasion),
      note(words.ifNotYou(us(mail, house))),
    ],
  };
}

function durationIn(language: Language, minutes: number): string {
  const [count, unit] =
    minutes < 1
      ? ([Math.max(1, Math.round(minutes * 60)), 'second'] as const)
      : minutes % 60 === 0
        ? ([minutes / 60, 'hour'] as const)
        : ([Math.round(minutes), 'minute'] as const);
  return ACCOUNT_WORDS[language].duration(count, FORMATS[language].count(count), unit);
}

const whenOf = (language: Language, { at, zone }: Occasion): readonly [string, string] => [
  ACCOUNT_WORDS[language].facts.when,
  `${momentOf(language, at)} (${zone})`,
];

/** Shows the time, address and browser of a request. */
function factsOf(language: Language, occasion: Occasion): Block {
  const { facts } = ACCOUNT_WORDS[language];
  return {
    kind: 'facts',
    facts: [
      whenOf(language, occasion),
      [facts.browser, browserName(language, occasion.userAgent)],
      [facts.address, occasion.ip],
    ],
  };
}

/**
 * Names of browsers and systems that a mail may show. A program can send any text as its browser's name, such as a
 * sentence or a link.
 */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** A name such as `Firefox on Windows`. */
function browserName(language: Language, userAgent: string): string {
  const { facts, on } = ACCOUNT_WORDS[language];
  if (userAgent === '') return facts.unknown;
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : facts.unknown;
  return os.name !== undefined && SYSTEMS.has(os.name) ? on(name, os.name) : name;
}

/** The mail to an administrator once the service sends no more codes by SMS this day. */
export function smsLimitTemplate(mail: SmsLimitMail, { brand }: House): Content {
  const { language, limit } = mail;
  const words = ACCOUNT_WORDS[language].smsLimit;
  return {
    language,
    subject: words.subject(brand),
    heading: words.heading,
    blocks: [paragraph(helloTo(mail)), paragraph(words.says(FORMATS[language].count(limit))), paragraph(words.advice)],
  };
}

/** The mail to a user whose phone number signed in from a new IP address. */
export function smsSignInTemplate(mail: SmsSignInMail, house: House): Content {
  const { language, occasion } = mail;
  const words = ACCOUNT_WORDS[language].smsSignIn;
  return {
    language,
    subject: words.subject(house.brand),
    heading: words.heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(words.says),
      factsOf(language, occasion),
      note(words.ifNotYou(us(mail, house))),
    ],
  };
}
