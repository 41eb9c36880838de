import type {
  BusReviewedMail,
  CreditLowMail,
  DocumentReviewedMail,
  PapersExpiringMail,
  PaymentAmountMail,
  WebhookDisabledMail,
} from '../../core/platform/mailer.ts';
import { type Content, note, paragraph } from './layout.ts';
import { FORMATS } from '../language/formats.ts';
import { greeting, longDay } from './naming.ts';
import { helloTo } from './words/booking-words.ts';
import { PAYMENT_WORDS } from './words/payment-words.ts';

/* Mails to owners of a company, and to administrators. */

export const busReviewedTemplate = ({
  name,
  busName,
  registrationNo,
  isApproved,
  reason,
}: BusReviewedMail): Content => ({
  subject: `${isApproved ? 'Approved' : 'Rejected'}: ${registrationNo}`,
  heading: `Your bus ${registrationNo} is ${isApproved ? 'approved' : 'rejected'}`,
  blocks: [
    paragraph(greeting(name)),
    paragraph(
      isApproved
        ? `We have approved your bus ${busName}, ${registrationNo}.`
        : `We have looked at your bus ${busName}, ${registrationNo}, and can't approve it:`,
    ),
    ...(reason === null ? [] : [paragraph(reason)]),
    note(
      isApproved
        ? 'Its trips can be booked on the days on which all the papers that it needs are valid.'
        : 'Its trips are not on sale; tickets that are sold stay good. Please correct what is wrong: once you have saved its registration number, type or number of seats, we look at it again.',
    ),
  ],
});

export const documentReviewedTemplate = ({
  name,
  documentName,
  registrationNo,
  isVerified,
  validUntil,
  reason,
}: DocumentReviewedMail): Content => ({
  subject: `${isVerified ? 'Verified' : 'Rejected'}: ${documentName} of ${registrationNo}`,
  heading: `A document of ${registrationNo} is ${isVerified ? 'verified' : 'rejected'}`,
  blocks: [
    paragraph(greeting(name)),
    paragraph(
      isVerified
        ? `We have verified the ${documentName} of your bus ${registrationNo}. It is valid ${validUntil === null ? 'without an end' : `until ${longDay(validUntil)}`}.`
        : `We have looked at the ${documentName} of your bus ${registrationNo}, and can't accept it:`,
    ),
    ...(reason === null ? [] : [paragraph(reason)]),
    note(
      isVerified
        ? 'The trips of an approved bus can be booked on the days on which all the papers that it needs are valid.'
        : 'Please upload one that we can accept. A bus can be booked only on days on which all the papers that it needs are valid.',
    ),
  ],
});

export const papersExpiringTemplate = ({
  name,
  documentName,
  registrationNo,
  validUntil,
}: PapersExpiringMail): Content => ({
  subject: `The ${documentName} of ${registrationNo} runs out on ${longDay(validUntil)}`,
  heading: `The ${documentName} of ${registrationNo} runs out`,
  blocks: [
    paragraph(greeting(name)),
    paragraph(`The ${documentName} of your bus ${registrationNo} is valid until ${longDay(validUntil)}.`),
    paragraph(
      'From the day after, its trips are not on sale. Please upload the new document soon, so that it can be verified before then.',
    ),
    note('You get this mail because no verified document follows the one that runs out.'),
  ],
});

export function paymentAmountTemplate(mail: PaymentAmountMail): Content {
  const { language, bookingCode, paymentId, gateway, asked, came } = mail;
  const words = PAYMENT_WORDS[language];
  const { money } = FORMATS[language];
  return {
    language,
    subject: words.subject(bookingCode),
    heading: words.heading,
    blocks: [
      paragraph(helloTo(mail)),
      paragraph(words.says(gateway, bookingCode, money(came), money(asked))),
      paragraph(words.whatToDo(String(paymentId))),
      note(words.once),
    ],
  };
}

export const creditLowTemplate = ({ name, available, warnBelow }: CreditLowMail): Content => ({
  subject: 'Your credit is nearly used up',
  heading: 'Your credit is nearly used up',
  blocks: [
    paragraph(greeting(name)),
    paragraph(
      `You can still sell for ${FORMATS.en.money(available)}. We write to you when it is less than ${FORMATS.en.money(warnBelow)}.`,
    ),
    note('Once we have noted your next payment, you can sell for more. A sale beyond your credit is refused.'),
  ],
});

const WEBHOOK_FAULTS: Readonly<Record<WebhookDisabledMail['reason'], string>> = {
  failing: 'Every attempt to deliver an event to it has failed for three days.',
  gone: 'It answered that it is gone (410).',
  secret: 'Its secret cannot be read any more. Please make a new secret for it first.',
};

export const webhookDisabledTemplate = ({ name, address, reason }: WebhookDisabledMail): Content => ({
  subject: 'A webhook is switched off',
  heading: 'A webhook is switched off',
  blocks: [
    paragraph(greeting(name)),
    paragraph(`Events are no longer sent to ${address}. ${WEBHOOK_FAULTS[reason]}`),
    note(
      'Once the address works again, please switch the webhook on. A replay brings the events of the last 7 days that it missed.',
    ),
  ],
});
