import type { AboutBooking, RefundAccountMail, RefundDueMail, RefundMail } from '../../core/platform/booking-mails.ts';
import { bothDays, FORMATS } from '../language/formats.ts';
import { accountIn, pageOf } from './booking-templates.ts';
import { type Block, type Content, note, paragraph } from './layout.ts';
import type { House } from './naming.ts';
import { helloTo, routeOf, WORDS } from './words/booking-words.ts';

/** The mail to the payer of a refund. */

export function refundTemplate(mail: RefundMail, house: House): Content {
  const { language } = mail;
  const { refund } = WORDS[language];
  const { what, says, whatToDo } = SAID[mail.kind](mail, house);
  return {
    language,
    subject: refund.subject(what, mail.bookingCode),
    heading: refund.heading(what, amountOf(mail)),
    blocks: [paragraph(helloTo(mail)), paragraph(says), factsOf(mail), ...whatToDo],
  };
}

interface Said {
  readonly what: string;
  readonly says: string;
  readonly whatToDo: readonly Block[];
}

const SAID: Readonly<Record<RefundMail['kind'], (mail: RefundMail, house: House) => Said>> = {
  'refund-sent': (mail, house) => {
    const { refund } = WORDS[mail.language];
    return {
      what: refund.sent,
      says: refund.wasSent(house.brand, amountOf(mail)),
      whatToDo: [note(refund.shouldItNotArrive(us(mail, house)))],
    };
  },
  'refund-paid': (mail, house) => {
    const { refund } = WORDS[mail.language];
    return mail.method === 'CASH'
      ? {
          what: refund.paid,
          says: refund.inCash(mail.companyName, amountOf(mail)),
          whatToDo: [note(refund.notGot(mail.companyName))],
        }
      : {
          what: refund.paid,
          says: refund.hasArrived(house.brand, amountOf(mail)),
          whatToDo: [note(refund.canNotFindIt(us(mail, house)))],
        };
  },
  'refund-failed': (mail, house) => {
    const { refund } = WORDS[mail.language];
    return {
      what: refund.failed,
      says: (isByGateway(mail) ? refund.notPaidBack : refund.cameBack)(house.brand, amountOf(mail)),
      whatToDo: isByGateway(mail) ? firstAccount(mail) : otherAccount(mail),
    };
  },
};

/** Whether a gateway was asked to pay the refund. The payer has to name an account only if the gateway refuses. */
const isByGateway = ({ method }: RefundMail): boolean => method === 'AUTOMATIC';

/** The name of the service, with its contact if it has one. */
export const us = ({ language }: Pick<AboutBooking, 'language'>, { brand, support }: House): string =>
  support === undefined ? brand : WORDS[language].refund.tell(brand, support);

export function refundDueTemplate(mail: RefundDueMail, { brand }: House): Content {
  const { language, account } = mail;
  const { facts, refund } = WORDS[language];
  return {
    language,
    subject: refund.subject(refund.due, mail.bookingCode),
    heading: refund.heading(refund.due, amountOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(refund.isDue(brand, amountOf(mail), bothDays(language, mail.dueOn))),
      {
        kind: 'facts',
        facts: [
          [facts.booking, mail.bookingCode],
          [facts.trip, `${routeOf(mail)}, ${mail.companyName}`],
          [facts.amount, amountOf(mail)],
          [facts.why, refund.reasons[mail.reason]],
          ...(account === null ? [] : [[facts.account, accountIn(language, account)] as const]),
        ],
      },
      ...(account === null ? firstAccount(mail) : elsewhere(mail)),
    ],
  };
}

export function refundAccountTemplate(mail: RefundAccountMail, house: House): Content {
  const { language, companyName, namedBy, page } = mail;
  const { facts, refund } = WORDS[language];
  const account = accountIn(language, mail.account);
  const who = namedBy === 'ADMIN' ? house.brand : companyName;
  return {
    language,
    subject: refund.subject(refund.accountNamed, mail.bookingCode),
    heading: refund.accountHeading(account),
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(namedBy === 'PASSENGER' ? refund.namedByYou : refund.namedBy(who)),
      {
        kind: 'facts',
        facts: [
          [facts.booking, mail.bookingCode],
          [facts.trip, `${routeOf(mail)}, ${companyName}`],
          [facts.account, account],
        ],
      },
      ...(page === null
        ? [note(refund.notYouAtCounter(companyName, us(mail, house)))]
        : [...pageOf({ language, page }), note(refund.notYouOnline(us(mail, house)))]),
    ],
  };
}

function firstAccount({ language, page, companyName, bookingCode }: AboutBooking): readonly Block[] {
  const { refund } = WORDS[language];
  return page === null
    ? [paragraph(refund.nameAtCounter(companyName, bookingCode))]
    : [paragraph(refund.nameOnline(bookingCode)), { kind: 'link', label: refund.nameFirstLink, url: page }];
}

function elsewhere({ language, page, companyName, bookingCode }: AboutBooking): readonly Block[] {
  const { refund } = WORDS[language];
  return page === null
    ? [paragraph(refund.goesThereFromCounter(companyName, bookingCode))]
    : [paragraph(refund.goesThere), ...pageOf({ language, page })];
}

function otherAccount({ language, page, companyName, bookingCode }: RefundMail): readonly Block[] {
  const { refund } = WORDS[language];
  return page === null
    ? [paragraph(refund.nameAtCounter(companyName, bookingCode))]
    : [paragraph(refund.nameOnline(bookingCode)), { kind: 'link', label: refund.nameLink, url: page }];
}

function factsOf(mail: RefundMail): Block {
  const { facts, refund } = WORDS[mail.language];
  const wentNowhere = mail.kind === 'refund-failed' && isByGateway(mail);
  return {
    kind: 'facts',
    facts: [
      [facts.booking, mail.bookingCode],
      [facts.trip, `${routeOf(mail)}, ${mail.companyName}`],
      [facts.amount, amountOf(mail)],
      [facts.why, refund.reasons[mail.reason]],
      // Leaves out the reference of a refund that the gateway refused, because that reference belongs to the payment.
      ...(wentNowhere ? [] : [[facts.how, howOf(mail)] as const]),
      ...(mail.reference === null || wentNowhere ? [] : [[facts.reference, mail.reference] as const]),
      ...(mail.failure === null ? [] : [[facts.failure, mail.failure] as const]),
    ],
  };
}

function howOf({ language, method, account }: RefundMail): string {
  const how = WORDS[language].refund.methods[method];
  return account === null ? how : `${how}, ${[account.bank, account.number].filter(Boolean).join(' ')}`;
}

const amountOf = ({ language, amount }: Pick<RefundMail, 'language' | 'amount'>): string =>
  FORMATS[language].money(amount);
