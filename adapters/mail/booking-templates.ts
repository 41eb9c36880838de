import type {
  AboutBooking,
  BookingCancelledMail,
  BookingConfirmedMail,
  JourneyReminderMail,
  MaskedAccount,
  MoneyBack,
} from '../../core/platform/booking-mails.ts';
import type { Language } from '../../core/kernel/text.ts';
import { NOTHING } from '../../core/kernel/money.ts';
import { bothDays, bothDaysAt, FORMATS, momentOf } from '../language/formats.ts';
import { type Block, type Content, note, paragraph } from './layout.ts';
import type { House } from './naming.ts';
import { reservationOf } from './reservation.ts';
import { helloTo, routeOf, seatsOf, WORDS } from './words/booking-words.ts';

export function bookingConfirmedTemplate(mail: BookingConfirmedMail, house: House): Content {
  const { language, companyName } = mail;
  const { confirmed, facts } = WORDS[language];
  return {
    language,
    data: reservationOf(mail),
    subject: confirmed.subject(mail.bookingCode, routeOf(mail)),
    heading: confirmed.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(confirmed.thanks),
      {
        kind: 'facts',
        facts: [...journeyFacts(mail), [facts.paid, FORMATS[language].money(mail.amount)]],
      },
      ...pageOf(mail),
      note(
        mail.channel === 'ONLINE' ? confirmed.changeOnline : confirmed.changeAtCounter(mail.agent?.name ?? companyName),
      ),
      ...writeToUs(language, house),
    ],
  };
}

/** Writes the place to get on with its day and time: `Kalanki, Tuesday 1 December 2026, 07:25 (15 Mangsir 2083)`. */
const gettingOnIn = ({ language, gettingOn: { name, time } }: BookingConfirmedMail | JourneyReminderMail): string =>
  `${name}, ${bothDaysAt(language, time)}`;

/** The booking's code, place, departure, bus, company and seats, each with its name. */
function journeyFacts(mail: BookingConfirmedMail | JourneyReminderMail): readonly (readonly [string, string])[] {
  const { language, companyName } = mail;
  const { facts } = WORDS[language];
  return [
    [facts.booking, mail.bookingCode],
    [facts.gettingOn, gettingOnIn(mail)],
    [facts.departure, bothDaysAt(language, mail.departure)],
    [facts.bus, `${mail.busName}, ${mail.registrationNo}`],
    [facts.company, companyName],
    [facts.seats, seatsOf(mail)],
  ];
}

export function journeyReminderTemplate(mail: JourneyReminderMail, house: House): Content {
  const { language, companyName, companyPhone } = mail;
  const { reminder, questions } = WORDS[language];
  return {
    language,
    subject: reminder.subject(routeOf(mail), momentOf(language, mail.departure)),
    heading: reminder.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(reminder.showTicket),
      { kind: 'facts', facts: journeyFacts(mail) },
      ...pageOf(mail),
      ...(companyPhone === null ? writeToUs(language, house) : [note(questions(companyName, companyPhone))]),
    ],
  };
}

export function bookingCancelledTemplate(mail: BookingCancelledMail, house: House): Content {
  const { language, companyName, money, isPart = false } = mail;
  const { cancelled, partCancelled, facts } = WORDS[language];
  const words = isPart ? partCancelled : cancelled;
  return {
    language,
    subject: words.subject(mail.bookingCode, routeOf(mail)),
    heading: words.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      sentences(words.by(whoCancelled(mail, house)), money ? words.ticketIsOver : ''),
      {
        kind: 'facts',
        facts: [
          [facts.booking, mail.bookingCode],
          [facts.departure, bothDaysAt(language, mail.departure)],
          [facts.company, companyName],
          [facts.seats, seatsOf(mail)],
          [facts.reason, mail.reason],
        ],
      },
      ...whatComesBack(mail),
      ...writeToUs(language, house),
    ],
  };
}

function whoCancelled({ by, agent, companyName }: BookingCancelledMail, { brand }: House): string {
  if (by === 'service') return brand;
  return by === 'agent' ? (agent?.name ?? companyName) : companyName;
}

/** Joins sentences to a paragraph and leaves out empty ones. */
export const sentences = (...all: readonly string[]): Block => paragraph(all.filter((one) => one !== '').join(' '));

interface AboutMoney extends Pick<AboutBooking, 'agent'> {
  readonly language: Language;
  readonly companyName: string;
  readonly bookingCode: string;
  readonly page: string | null;
  readonly money: MoneyBack | null;
}

/** Says how much of a cancelled booking's money is refunded, and what the reader has to do. */
export function whatComesBack({
  language,
  companyName: company,
  bookingCode,
  page,
  money,
  agent,
}: AboutMoney): readonly Block[] {
  const { money: words, refund: asks } = WORDS[language];
  if (money === null) return [paragraph(words.nothingPaid)];
  const { money: amount } = FORMATS[language];
  const { paid, before, refund, dueOn, goesTo, account } = money;
  const isBack = refund !== NOTHING && dueOn !== null;
  // The payer knows better than the service what the agent was paid.
  if (goesTo === 'AGENT' && !isBack) return [];
  const said = words.comesBack({
    paid: amount(paid),
    before: before === NOTHING ? undefined : amount(before),
    refund: isBack ? { amount: amount(refund), isAll: refund === paid, day: bothDays(language, dueOn) } : undefined,
    goesTo,
    company,
    agent: agent?.name,
    account: account === null ? undefined : accountIn(language, account),
  });
  if (!isBack || goesTo === 'AGENT') return [paragraph(said)];
  if (goesTo === 'COUNTER') return [sentences(said, words.bringCode)];
  if (goesTo === 'GATEWAY') return [paragraph(said), ...pageOf({ language, page })];
  if (page === null) return [sentences(said, account === null ? asks.nameAtCounter(company, bookingCode) : '')];
  if (account !== null) return [sentences(said, words.otherAccount), ...pageOf({ language, page })];
  return [
    sentences(said, asks.nameOnline(bookingCode)),
    { kind: 'link', label: WORDS[language].refund.nameFirstLink, url: page },
  ];
}

/** Writes the account that a refund goes to, such as `eSewa •••••••678` or `Bank transfer, Nabil Bank •••456`. */
export const accountIn = (language: Language, { method, bank, number }: MaskedAccount): string => {
  const how = WORDS[language].refund.methods[method];
  return bank === null ? `${how} ${number}` : `${how}, ${bank} ${number}`;
};

/** The link to the booking's page. Empty if the booking has no page. */
export const pageOf = ({ language, page }: Pick<AboutMoney, 'language' | 'page'>): readonly Block[] =>
  page === null ? [] : [{ kind: 'link', label: WORDS[language].openBooking, url: page }];

/** Says how to reach the service. Empty if the service has no contact. */
export const writeToUs = (language: Language, { brand, support }: House): readonly Block[] =>
  support === undefined ? [] : [note(WORDS[language].writeToUs(brand, support))];
