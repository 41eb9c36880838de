import type { DoorMovedMail, SeatsOfferedMail, WaitOverMail } from '../../core/platform/mailer.ts';
import { bothDaysAt, momentOf } from '../language/formats.ts';
import { sentences, writeToUs } from './booking-templates.ts';
import { type Block, type Content, paragraph } from './layout.ts';
import type { House } from './naming.ts';
import { helloTo, routeOf, seatsOf, WORDS } from './words/booking-words.ts';

/* Mails to people who wait for seats of a trip, or for the opening of a sale. */

export function seatsOfferedTemplate(mail: SeatsOfferedMail, house: House): Content {
  const { language, until, page } = mail;
  const { offered } = WORDS[language];
  return {
    language,
    subject: offered.subject(routeOf(mail), seatsOf(mail)),
    heading: offered.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(offered.by(bothDaysAt(language, until))),
      factsOf(mail),
      { kind: 'link', label: offered.open, url: page },
      ...writeToUs(language, house),
    ],
  };
}

export function waitOverTemplate(mail: WaitOverMail, house: House): Content {
  const { language, departure, reason, page } = mail;
  const { waitOver, offered } = WORDS[language];
  return {
    language,
    subject: waitOver.subject(routeOf(mail), momentOf(language, departure)),
    heading: waitOver.heading(routeOf(mail)),
    blocks: [
      paragraph(helloTo(mail)),
      sentences(waitOver[reason], waitOver.again),
      factsOf(mail),
      { kind: 'link', label: offered.open, url: page },
      ...writeToUs(language, house),
    ],
  };
}

export function doorMovedTemplate(mail: DoorMovedMail, house: House): Content {
  const { language, before, opensAt, reason, page } = mail;
  const { doorMoved } = WORDS[language];
  return {
    language,
    subject: doorMoved.subject(momentOf(language, opensAt)),
    heading: doorMoved.heading,
    blocks: [
      paragraph(helloTo(mail)),
      sentences(doorMoved.to(bothDaysAt(language, opensAt), bothDaysAt(language, before)), doorMoved.because(reason)),
      paragraph(doorMoved.kept),
      { kind: 'link', label: doorMoved.open, url: page },
      ...writeToUs(language, house),
    ],
  };
}

function factsOf(mail: SeatsOfferedMail | WaitOverMail): Block {
  const { facts } = WORDS[mail.language];
  return {
    kind: 'facts',
    facts: [
      [facts.departure, bothDaysAt(mail.language, mail.departure)],
      [facts.seats, seatsOf(mail)],
      [facts.company, mail.companyName],
    ],
  };
}
