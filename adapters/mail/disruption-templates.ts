import type {
  SeatsMovedMail,
  TripCancelledMail,
  TripLateMail,
  TripRetimedMail,
  TripTimes,
} from '../../core/platform/booking-mails.ts';
import { FORMATS, bothDaysAt, momentOf } from '../language/formats.ts';
import { pageOf, sentences, whatComesBack, writeToUs } from './booking-templates.ts';
import { type Block, type Content, note, paragraph } from './layout.ts';
import type { House } from './naming.ts';
import { helloTo, routeOf, seatsOf, WORDS } from './words/booking-words.ts';

/* Mails to passengers when the company changes the trip that they have booked. */

type AboutTrip = TripCancelledMail | TripRetimedMail | SeatsMovedMail;
type GoesOn = TripRetimedMail | SeatsMovedMail;
type Fact = readonly [name: string, value: string];

export function tripCancelledTemplate(mail: TripCancelledMail, house: House): Content {
  const { language, departure } = mail;
  const { tripCancelled, facts } = WORDS[language];
  return {
    language,
    subject: tripCancelled.subject(routeOf(mail), momentOf(language, departure)),
    heading: tripCancelled.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      sentences(tripCancelled.by(mail.companyName), mail.money ? tripCancelled.ticketIsOver : ''),
      factsOf(mail, [facts.departure, bothDaysAt(language, departure)], [facts.seats, seatsOf(mail)]),
      ...whatComesBack(mail),
      ...questionsTo(mail, house),
    ],
  };
}

export function tripRetimedTemplate(mail: TripRetimedMail, house: House): Content {
  const { language, after } = mail;
  const { retimed, facts } = WORDS[language];
  return {
    language,
    subject: retimed.subject(routeOf(mail), momentOf(language, after.departure)),
    heading: retimed.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      sentences(retimed.by(mail.companyName), staysGood(mail)),
      factsOf(
        mail,
        [facts.departure, changeOf(mail, 'departure')],
        [facts.arrival, changeOf(mail, 'arrival')],
        [facts.seats, seatsOf(mail)],
      ),
      ...whatToDo(mail, after.departure),
      ...questionsTo(mail, house),
    ],
  };
}

export function tripLateTemplate(mail: TripLateMail, house: House): Content {
  const { language, boardingPoint, planned, expected, before } = mail;
  const { late, facts, causes } = WORDS[language];
  const cause = mail.cause === null ? '' : causes[mail.cause];
  const shown: readonly Fact[] = [
    [facts.booking, mail.bookingCode],
    ...(boardingPoint === '' ? [] : [[facts.gettingOn, boardingPoint] as const]),
    [late.expected, bothDaysAt(language, expected)],
    [late.planned, bothDaysAt(language, planned)],
    [facts.seats, seatsOf(mail)],
    [facts.company, mail.companyName],
    ...(cause === '' ? [] : [[facts.reason, cause] as const]),
  ];
  return {
    language,
    subject: late.subject(routeOf(mail), momentOf(language, expected)),
    heading: late.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      sentences(late.comes(timeOf(expected, before, language), timeOf(before, expected, language)), late.mayChange),
      { kind: 'facts', facts: shown },
      ...pageOf(mail),
      ...questionsTo(mail, house),
    ],
  };
}

/** Writes a local time without its day, if that is the day of the other time. */
function timeOf(local: string, other: string, language: TripLateMail['language']): string {
  const [date, time = ''] = local.split(' ');
  return date === other.split(' ')[0] ? FORMATS[language].shortTime(time) : momentOf(language, local);
}

export function seatsMovedTemplate(mail: SeatsMovedMail, house: House): Content {
  const { language, departure } = mail;
  const { moved, facts } = WORDS[language];
  return {
    language,
    subject: moved.subject(routeOf(mail), momentOf(language, departure)),
    heading: moved.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      sentences(moved.by(mail.companyName), staysGood(mail)),
      factsOf(
        mail,
        [facts.departure, bothDaysAt(language, departure)],
        [facts.bus, `${mail.busName}, ${mail.registrationNo}`],
        ...mail.moved.map(({ seat, newSeat }): Fact => [facts.insteadOf(seat), newSeat]),
        [facts.seatsNow, seatsOf(mail)],
      ),
      ...whatToDo(mail, departure),
      ...questionsTo(mail, house),
    ],
  };
}

function factsOf(mail: AboutTrip, ...changed: readonly Fact[]): Block {
  const { facts, causes } = WORDS[mail.language];
  const why = [causes[mail.cause], mail.note].filter((line) => line !== '').join('\n');
  return {
    kind: 'facts',
    facts: [
      [facts.booking, mail.bookingCode],
      ...changed,
      [facts.company, mail.companyName],
      ...(why === '' ? [] : [[facts.reason, why] as const]),
    ],
  };
}

function changeOf({ language, before, after }: TripRetimedMail, time: keyof TripTimes): string {
  const is = bothDaysAt(language, after[time]);
  return before[time] === after[time] ? is : `${is}\n${WORDS[language].facts.before(momentOf(language, before[time]))}`;
}

function staysGood({ language, payBy }: GoesOn): string {
  const { goesOn } = WORDS[language];
  return payBy === null ? goesOn.staysGood : goesOn.payBy(bothDaysAt(language, payBy));
}

function whatToDo(mail: GoesOn, departure: string): readonly Block[] {
  const { language, companyName } = mail;
  const { goesOn } = WORDS[language];
  if (!mail.mayCancel) return [paragraph(goesOn.tooLate(companyName)), ...pageOf(mail)];
  const until = momentOf(language, departure);
  const cost = mail.payBy !== null ? goesOn.notCharged : mail.isFreeToCancel ? goesOn.free : goesOn.atAFee;
  // The agent that sold the booking gives money back, so the mail says nothing about it.
  if (mail.agent) return [paragraph(goesOn.cancelAtCounter(mail.agent.name, until))];
  const suits = mail.channel === 'COUNTER' ? goesOn.cancelAtCounter(companyName, until) : goesOn.cancelOnline(until);
  return [sentences(suits, cost), ...pageOf(mail)];
}

const questionsTo = (
  { language, companyName, companyPhone }: AboutTrip | TripLateMail,
  house: House,
): readonly Block[] =>
  companyPhone === null ? writeToUs(language, house) : [note(WORDS[language].questions(companyName, companyPhone))];
