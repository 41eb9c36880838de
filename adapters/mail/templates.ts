import type { InvitationMail, Mail } from '../../core/platform/mailer.ts';
import {
  codeTemplate,
  lockoutTemplate,
  passwordResetTemplate,
  phoneChangedTemplate,
  phoneGoneTemplate,
  smsLimitTemplate,
  smsSignInTemplate,
  totpTemplate,
} from './account-templates.ts';
import { bookingCancelledTemplate, bookingConfirmedTemplate, journeyReminderTemplate } from './booking-templates.ts';
import {
  seatsMovedTemplate,
  tripCancelledTemplate,
  tripLateTemplate,
  tripRetimedTemplate,
} from './disruption-templates.ts';
import { type Content, note, paragraph } from './layout.ts';
import {
  busReviewedTemplate,
  documentReviewedTemplate,
  papersExpiringTemplate,
  paymentAmountTemplate,
  creditLowTemplate,
  webhookDisabledTemplate,
} from './office-templates.ts';
import { refundAccountTemplate, refundDueTemplate, refundTemplate } from './refund-templates.ts';
import { doorMovedTemplate, seatsOfferedTemplate, waitOverTemplate } from './wait-templates.ts';
import { type House, counted, greeting, isPlainName } from './naming.ts';

/** The content of every kind of mail. */
export function contentOf(mail: Mail, house: House): Content {
  const { brand } = house;
  switch (mail.kind) {
    case 'code':
      return codeTemplate(mail, house);
    case 'password-reset':
      return passwordResetTemplate(mail, house);
    case 'lockout':
      return lockoutTemplate(mail, house);
    case 'totp':
      return totpTemplate(mail, house);
    case 'phone-gone':
      return phoneGoneTemplate(mail, house);
    case 'sms-sign-in':
      return smsSignInTemplate(mail, house);
    case 'webhook-disabled':
      return webhookDisabledTemplate(mail);
    case 'credit-low':
      return creditLowTemplate(mail);
    case 'seats-offered':
      return seatsOfferedTemplate(mail, house);
    case 'wait-over':
      return waitOverTemplate(mail, house);
    case 'door-moved':
      return doorMovedTemplate(mail, house);
    case 'sms-limit':
      return smsLimitTemplate(mail, house);
    case 'phone-changed':
      return phoneChangedTemplate(mail, house);
    case 'invitation':
      return invitationTemplate(mail, brand);
    case 'booking-confirmed':
      return bookingConfirmedTemplate(mail, house);
    case 'journey-reminder':
      return journeyReminderTemplate(mail, house);
    case 'booking-cancelled':
      return bookingCancelledTemplate(mail, house);
    case 'bus-reviewed':
      return busReviewedTemplate(mail);
    case 'document-reviewed':
      return documentReviewedTemplate(mail);
    case 'papers-expiring':
      return papersExpiringTemplate(mail);
    case 'payment-amount-differs':
      return paymentAmountTemplate(mail);
    case 'trip-cancelled':
      return tripCancelledTemplate(mail, house);
    case 'trip-retimed':
      return tripRetimedTemplate(mail, house);
    case 'trip-late':
      return tripLateTemplate(mail, house);
    case 'seats-moved':
      return seatsMovedTemplate(mail, house);
    case 'refund-due':
      return refundDueTemplate(mail, house);
    case 'refund-account':
      return refundAccountTemplate(mail, house);
    case 'refund-sent':
    case 'refund-paid':
    case 'refund-failed':
      return refundTemplate(mail, house);
  }
}

const POSITION_WORDS: Readonly<Record<InvitationMail['position'], string>> = {
  OWNER: 'an owner',
  MANAGER: 'a manager',
  CLERK: 'a clerk',
  CONDUCTOR: 'a conductor',
};

/**
 * Anybody can register a company under any name. A name that looks like a sentence or link is not shown: readers would
 * take it for the service's words.
 */
function invitationTemplate(mail: InvitationMail, brand: string): Content {
  const { name, companyName, isByAgent = false, position, link, daysValid } = mail;
  const words = isByAgent ? { some: 'A travel agency', kind: 'agency' } : { some: 'A bus company', kind: 'company' };
  return {
    subject: `Your invitation to ${words.some.toLowerCase()}'s staff at ${brand}`,
    heading: 'You are invited',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `${isPlainName(companyName) ? companyName : words.some} invites you to join its staff as ${POSITION_WORDS[position]}.`,
      ),
      { kind: 'link', label: 'Accept the invitation', url: link },
      paragraph(`The link is single-use and works for ${counted(daysValid, 'day')}.`),
      note(`If you do not know this ${words.kind}, you can ignore this mail: nothing happens without the link.`),
    ],
  };
}
