import type { RefundMail } from '../../core/delivery/booking-mails.ts';
import { FORMATS } from '../language/formats.ts';
import { note, paragraph } from './layout.ts';
import type { Block, Content } from './layout.ts';
import type { House } from './naming.ts';
import { helloTo, routeOf, WORDS } from './words/booking-words.ts';

/* What somebody is told who gets money back. */

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
      says: refund.cameBack(house.brand, amountOf(mail)),
      whatToDo: otherAccount(mail),
    };
  },
};

/** Those who run the service, and where they can be told something if they say so. */
const us = ({ language }: RefundMail, { brand, support }: House): string =>
  support === undefined ? brand : WORDS[language].refund.tell(brand, support);

function otherAccount({ language, page, companyName, bookingCode }: RefundMail): readonly Block[] {
  const { refund } = WORDS[language];
  return page === null
    ? [paragraph(refund.nameAtCounter(companyName, bookingCode))]
    : [paragraph(refund.nameOnline(bookingCode)), { kind: 'link', label: refund.nameLink, url: page }];
}

function factsOf(mail: RefundMail): Block {
  const { facts, refund } = WORDS[mail.language];
  return {
    kind: 'facts',
    facts: [
      [facts.booking, mail.bookingCode],
      [facts.trip, `${routeOf(mail)}, ${mail.companyName}`],
      [facts.amount, amountOf(mail)],
      [facts.why, refund.reasons[mail.reason]],
      [facts.how, howOf(mail)],
      ...(mail.reference === null ? [] : [[facts.reference, mail.reference] as const]),
      ...(mail.failure === null ? [] : [[facts.failure, mail.failure] as const]),
    ],
  };
}

function howOf({ language, method, account }: RefundMail): string {
  const how = WORDS[language].refund.methods[method];
  return account === null ? how : `${how}, ${[account.bank, account.number].filter(Boolean).join(' ')}`;
}

const amountOf = ({ language, amount }: RefundMail): string => FORMATS[language].money(amount);
