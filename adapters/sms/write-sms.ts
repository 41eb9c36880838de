import type { Language } from '../../core/kernel/text.ts';
import type { AccountSms, BookingSms, CodeSms, DoorSms, OfferSms } from '../../core/platform/sms.ts';
import type { BookingSmsFacts, WriteSms } from '../../core/platform/sms-facts.ts';
import { partsOf } from '../../core/platform/sms-parts.ts';
import { FORMATS } from '../language/formats.ts';
import { latinOf, nepaliPlace } from './latin.ts';
import { type Pieces, type SmsWords, en, line } from './words/en.ts';
import { ne } from './words/ne.ts';

interface Needs {
  readonly baseUrl: string;
  /** The name of the service. */
  readonly brand: string;
  /** Whether passengers with Nepali bookings get SMS in Nepali. If false, all SMS are in Latin letters. */
  readonly nepali: boolean;
}

type News = BookingSms & BookingSmsFacts;

const MOST_PARTS = 2;
const MOST_SEATS = 3;
/** The longest service name that leaves room for a code in an SMS of one part. */
const LONGEST_BRAND = 40;

/** Writes an SMS in English or Nepali. If the SMS is too long, its less important pieces are left out. */
export const writeSms =
  ({ baseUrl, brand, nepali }: Needs): WriteSms =>
  (sms) => {
    if (sms.kind === 'CODE') return codeText(sms, brand);
    if (sms.kind === 'ACCOUNT') return accountText(sms, headOf(brand));
    if (sms.kind === 'OFFERED') return offerText(sms, nepali);
    if (sms.kind === 'DOOR') return doorText(sms, nepali);
    const inNepali = nepali && sms.language === 'ne' ? fitting(sms, 'ne', baseUrl) : undefined;
    return inNepali !== undefined && partsOf(inNepali) <= MOST_PARTS ? inNepali : fitting(sms, 'en', baseUrl);
  };

/**
 * The service's name at the beginning of an SMS without a booking. Empty if the name has no Latin form or is too long.
 */
function headOf(brand: string): string {
  const name = latinOf(brand);
  return name === '' || name.length > LONGEST_BRAND ? '' : `${name}:`;
}

const codeText = ({ code, purpose }: CodeSms, brand: string): string => en.code(headOf(brand), code, purpose);

function accountText(sms: AccountSms, head: string): string {
  switch (sms.news) {
    case 'EMAIL_GONE':
      return en.emailGone(head, sms.email);
    case 'EMAIL_ADDED':
      return en.emailAdded(head, sms.email);
    case 'PHONE_CHANGED':
      return sms.phone === null ? en.phoneRemoved(head) : en.phoneChanged(head, sms.phone);
  }
}

function doorText({ before, opensAt, page, language }: DoorSms, nepali: boolean): string {
  const used = nepali && language === 'ne' ? 'ne' : 'en';
  return WORDS[used].doorMoved(momentOf(before, used), momentOf(opensAt, used), page);
}

/** Leaves out the route if the SMS would have more parts than it may. */
function offerText(sms: OfferSms, nepali: boolean): string {
  const versions = (language: Language, most: number): string | undefined =>
    [true, false].map((route) => offerIn(sms, language, route)).find((text) => partsOf(text) <= most);
  const inNepali = nepali && sms.language === 'ne' ? versions('ne', MOST_PARTS) : undefined;
  return inNepali ?? versions('en', 1) ?? offerIn(sms, 'en', false);
}

function offerIn(sms: OfferSms, language: Language, withRoute: boolean): string {
  const route = withRoute ? routeOf(sms, language) : '';
  const [, time = ''] = sms.until.split(' ');
  return WORDS[language].offered(
    line(route, momentOf(sms.departure, language)),
    seatsOf(sms, language, true),
    FORMATS[language].shortTime(time),
    sms.page,
  );
}

/**
 * Returns the most complete version that fits. An SMS in Latin letters must fit into one part. A confirmation, a
 * reminder or a Nepali SMS may take two parts.
 */
function fitting(news: News, language: Language, baseUrl: string): string {
  const versions = shorter(news).map(
    (version) => (version.agent ? sellerIn(news) : '') + textOf(version, news, language, baseUrl),
  );
  const fits = (parts: number) => versions.find((text) => partsOf(text) <= parts);
  const wanted = language === 'en' && !LONG.includes(news.kind) ? 1 : MOST_PARTS;
  return fits(wanted) ?? fits(MOST_PARTS) ?? versions.at(-1) ?? '';
}

/** Kinds of SMS that may take two parts in Latin letters, because they name the place to get on. */
const LONG: readonly News['kind'][] = ['CONFIRMED', 'REMINDER'];

/** The length to which an agent's name is cut. */
const LONGEST_AGENT = 20;

/** The name of the agent with which its customers' SMS begin. Empty without a Latin form of the name. */
function sellerIn({ agentName }: News): string {
  const name = agentName === null ? '' : cut(latinOf(agentName).trim(), LONGEST_AGENT);
  return name === '' ? '' : `${name}: `;
}

/** The pieces that a version of an SMS contains. */
interface Version {
  readonly boarding: boolean;
  readonly registrationNo: boolean;
  readonly agent: boolean;
  readonly allSeats: boolean;
  readonly route: boolean;
  readonly departure: boolean;
  readonly wholeCompany: boolean;
}

const WHOLE: Version = {
  boarding: true,
  registrationNo: true,
  agent: true,
  allSeats: true,
  route: true,
  departure: true,
  wholeCompany: true,
};

/**
 * Versions of an SMS, each shorter than the one before. All versions contain booking code and link, and all but the
 * shortest news of a second payment the time.
 */
function shorter(news: News): readonly Version[] {
  const short = { ...WHOLE, boarding: false, registrationNo: false };
  const withoutAgent = { ...short, agent: false };
  const fewSeats = { ...withoutAgent, allSeats: news.seats.length <= MOST_SEATS };
  const withoutRoute = { ...fewSeats, route: false };
  return [
    WHOLE,
    { ...WHOLE, boarding: false },
    short,
    withoutAgent,
    fewSeats,
    withoutRoute,
    { ...withoutRoute, wholeCompany: false },
    // News of a second payment says more than other news, and its reader needs no time of departure.
    ...(isValidTwice(news) ? [{ ...withoutRoute, departure: false, wholeCompany: false }] : []),
  ];
}

const WORDS: Readonly<Record<Language, SmsWords>> = { en, ne };

function textOf(version: Version, news: News, language: Language, baseUrl: string): string {
  const words = WORDS[language];
  const { money } = FORMATS[language];
  const pieces = piecesOf(version, news, language, baseUrl);
  switch (news.kind) {
    case 'CONFIRMED':
      return words.confirmed(pieces);
    case 'REMINDER':
      return words.reminder(pieces);
    case 'CANCELLED':
      if (news.agentPaysBack)
        return words[news.part === undefined ? 'cancelledByAgent' : 'partCancelledByAgent'](pieces);
      return words[news.part === undefined ? 'cancelled' : 'partCancelled'](
        pieces,
        news.refund ? money(news.refund.amount) : '',
        news.refund?.asksForAccount ?? false,
      );
    case 'RETIMED':
      return words.retimed(pieces, momentOf(news.departure, language));
    case 'LATE':
      return words.late(
        pieces,
        shortOf(news.expected, news.before, language),
        shortOf(news.before, news.expected, language),
      );
    case 'BUS_CHANGED':
      return words.busChanged(pieces);
    case 'REFUND_DUE':
      if (isValidTwice(news))
        return words.paidTwiceDue(pieces, money(news.amount), gatewayIn(words, news.paidTwiceBy), news.asksForAccount);
      return words.refundDue(pieces, money(news.amount), news.asksForAccount);
    case 'ACCOUNT_CHANGED':
      return words.accountChanged(pieces, `${words.methods[news.method]} ${news.number}`);
    case 'REFUND_SENT':
      return words.refundSent(pieces, money(news.amount));
    case 'REFUND_PAID':
      if (isValidTwice(news))
        return words.paidTwicePaid(pieces, money(news.amount), gatewayIn(words, news.paidTwiceBy));
      return words.refundPaid(pieces, money(news.amount));
    case 'REFUND_FAILED':
      return words.refundFailed(pieces, money(news.amount));
  }
}

type PaidTwice = Extract<News, { readonly paidTwiceBy?: string }> & { readonly paidTwiceBy: string };

/** Whether the refund gives a second payment back, and the ticket is valid. */
const isValidTwice = <Some extends News>(news: Some): news is Some & PaidTwice =>
  'paidTwiceBy' in news && news.isTicketValid;

const gatewayIn = ({ gateways }: SmsWords, name: string): string =>
  (gateways as Readonly<Record<string, string>>)[name] ?? name;

function piecesOf(version: Version, news: News, language: Language, baseUrl: string): Pieces {
  const departure = news.kind === 'RETIMED' ? news.before : news.departure;
  const route = version.route ? routeOf(news, language) : '';
  return {
    head: line(news.bookingCode, route, version.departure ? momentOf(departure, language) : ''),
    seats: seatsOf(news, language, version.allSeats),
    registrationNo: version.registrationNo ? shown(news.registrationNo, language) : '',
    boarding: version.boarding ? boardingOf(news, language) : '',
    link: news.ticketCode === null ? '' : `${baseUrl}/t/${news.ticketCode}`,
    askAt: news.page ?? askOf(news, language, version.wholeCompany),
  };
}

/** Writes a name in the letters of the SMS. Empty if a Latin SMS cannot contain the name. */
const shown = (name: string, language: Language): string => (language === 'ne' ? name : latinOf(name));

const placeIn = (name: string, language: Language): string => (language === 'ne' ? nepaliPlace(name) : latinOf(name));

/** Writes a local time `YYYY-MM-DD HH:MM` as `24 Nov 07:00`. */
function momentOf(local: string, language: Language): string {
  const [date = '', time = ''] = local.split(' ');
  const { shortDay, shortTime } = FORMATS[language];
  return `${shortDay(date)} ${shortTime(time)}`;
}

/** Writes a local time without its day, if that is the day of the other time. */
function shortOf(local: string, other: string, language: Language): string {
  const [date, time = ''] = local.split(' ');
  return date === other.split(' ')[0] ? FORMATS[language].shortTime(time) : momentOf(local, language);
}

/** Names both cities. Empty if one city cannot be written, because half a route would mislead. */
function routeOf(
  { sourceCity, destinationCity }: Pick<News, 'sourceCity' | 'destinationCity'>,
  language: Language,
): string {
  const [from, to] = [placeIn(sourceCity, language), placeIn(destinationCity, language)];
  return from === '' || to === '' ? '' : WORDS[language].route(from, to);
}

function seatsOf({ seats, seatsCount }: Pick<News, 'seats' | 'seatsCount'>, language: Language, all: boolean): string {
  const words = WORDS[language];
  const numbers = seats.map((seat) => shown(seat, language));
  if (seats.length === 0 || numbers.includes('')) return words.places(seatsCount, FORMATS[language].count(seatsCount));
  const more = all ? 0 : seats.length - MOST_SEATS;
  const named = (more > 0 ? numbers.slice(0, MOST_SEATS) : numbers).join(',');
  return words.seats(more > 0 ? `${named}+${more}` : named);
}

function boardingOf({ boarding }: News, language: Language): string {
  const point = boarding === null ? '' : placeIn(boarding.point, language);
  if (point === '' || boarding === null) return '';
  return boarding.time === null ? point : `${point} ${FORMATS[language].shortTime(boarding.time)}`;
}

/** The length to which a company's name is cut if the SMS is too long with the whole name. */
const LONGEST_COMPANY = 30;

function askOf({ companyName, companyPhone }: News, language: Language, wholeCompany: boolean): string {
  const words = WORDS[language];
  if (companyPhone !== null) return words.call(companyPhone);
  const name = shown(companyName, language);
  return words.ask(wholeCompany ? name : cut(name, LONGEST_COMPANY));
}

/** Cuts a name behind a whole word if possible. */
function cut(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const words = name.slice(0, longest + 1).replace(/\s+\S*$/, '');
  return words.slice(0, longest);
}
