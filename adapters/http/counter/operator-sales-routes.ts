import { Type } from '@sinclair/typebox';
import { isOperatorEmail, normalEmail } from '../../../core/accounts/email-address.ts';
import type { Contact } from '../../../core/bookings/booking.ts';
import { memberOf } from '../../../core/companies/member.ts';
import {
  badContactEmail,
  busLeft,
  noOpenShift,
  saleClosed,
  seatsTaken,
  tripNotSold,
  tripOver,
} from '../../../core/counter/refusals.ts';
import type { SellAtCounter } from '../../../core/counter/sell-at-counter.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import { amountNotTaken, gatewayUnavailable } from '../../../core/payments/refusals.ts';
import { noSuchTrip, notOnSale, tripCancelled } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { givenPassenger, toGivenPassenger } from '../bookings/given-passenger.ts';
import type { OfficeBookingNeeds } from '../payments/office-booking.ts';
import { choice, item, matching, orNull, sized, sizedName, tripPath } from '../route/fields.ts';
import { givenSection, sectionBody } from '../trips/section.ts';
import { counterShare, seatsPerDay } from '../../../core/seats/refusals.ts';
import { route } from '../route/route.ts';
import { saleResponse, toSale, waysToPay } from './counter-sale.ts';

interface Uses extends OfficeBookingNeeds {
  readonly sellAtCounter: SellAtCounter;
  readonly viewOwnTrip: ViewOwnTrip;
}

const saleBodyOf = (links: OfficeBookingNeeds) =>
  Type.Object(
    {
      seat_numbers: Type.Optional(
        Type.Array(item(), {
          description: 'Lists the numbers of 1 to 6 seats, on a bus with a seat map.',
          examples: [['A1', 'A2']],
        }),
      ),
      seats: Type.Optional(
        Type.Integer({ description: 'Gives the number of places, 1 to 20, on a bus without a seat map.' }),
      ),
      ...sectionBody,
      passengers: Type.Optional(
        Type.Array(givenPassenger, {
          description:
            'Names the passengers and their seats. The list may be left out, and so may each field: who is given no name takes that of the contact.',
        }),
      ),
      contact: Type.Object(
        {
          name: sizedName({ max: 150 }, { examples: ['Asha Gurung'] }),
          phone: matching(/^[0-9 +-]{5,20}$/, '5 to 20 digits, spaces, plus and minus signs', {
            examples: ['9812345678'],
          }),
          email: Type.Optional(
            orNull(
              item({
                format: 'email',
                description: 'Gives the e-mail address to which the ticket is sent; null or an empty text means none.',
                examples: ['asha@example.com'],
              }),
            ),
          ),
        },
        { description: 'Names the person whose booking it is. They need no account.' },
      ),
      paid_by: choice(waysToPay(links), {
        description:
          'Says how the sale is paid: in cash, which needs your open shift, by a QR code of the company, or by a code that a gateway makes for this sale.',
        examples: ['CASH'],
      }),
      on_board: Type.Optional(
        Type.Boolean({
          description:
            'Is true if the passengers are on the bus; false if they are not. The field is needed while the bus is said to have left the first stop of the section (`left_at`).',
        }),
      ),
      reference: Type.Optional(
        orNull(
          sized(
            { min: 0, max: 100 },
            {
              description:
                'Gives the reference under which the company finds the payment; null or an empty text means none.',
              examples: ['QR 4711'],
            },
          ),
        ),
      ),
    },
    {
      examples: [
        {
          seat_numbers: ['A1', 'A2'],
          passengers: [{ seat_number: 'A2', name: 'Maya Gurung', age: 9, gender: 'F' }],
          contact: { name: 'Asha Gurung', phone: '9812345678', email: 'asha@example.com' },
          paid_by: 'CASH',
        },
      ],
    },
  );

export const saleRoutes = ({ sellAtCounter, viewOwnTrip, ...links }: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/trips/:id/sales',
    operationId: 'sellAtCounter',
    summary: 'Sell seats at the counter',
    description:
      'Sells seats that are free, or blocked by the company, to somebody who pays at once: all of them, or nothing. `seats` of a refusal names those that somebody else has or holds. ' +
      'With a code of a gateway the sale waits a few minutes for its payment (`qr_text`), and is CANCELLED if the gateway makes no code. ' +
      'Possible until the arrival at the section’s last stop; once the bus is said to have left its first stop, only with `on_board`. Any other sale is CONFIRMED at once. It belongs to its contact, whose ticket and mails are in the language of the seller (`Accept-Language`: English or Nepali).',
    returns: 'Shows the sale: its booking and, if it waits for a payment, the code to pay.',
    access: 'clerk',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    body: saleBodyOf(links),
    status: 201,
    response: saleResponse,
    refuses: [
      noSuchTrip,
      tripCancelled,
      tripNotSold,
      tripOver,
      notOnSale,
      seatsPerDay,
      counterShare,
      busLeft,
      noOpenShift,
      seatsTaken,
      amountNotTaken,
      gatewayUnavailable,
      saleClosed,
    ],
    handle: ({ caller, params: { id: trip }, body, language, once }) =>
      once(toSale(links), (keep) =>
        sellAtCounter(
          memberOf(caller),
          trip,
          {
            seatNumbers: (body.seat_numbers ?? []) as SeatNumber[],
            seats: body.seats ?? 0,
            section: givenSection(body),
            passengers: (body.passengers ?? []).map(toGivenPassenger),
            contact: contactOf(body.contact),
            paidBy: body.paid_by,
            onBoard: body.on_board ?? false,
            language: language(),
            reference: body.reference === '' ? null : (body.reference ?? null),
          },
          keep,
        ),
      ),
  }),
];

function contactOf({ name, phone, email }: Omit<Contact, 'email'> & { readonly email?: string | null }): Contact {
  const address = normalEmail(email ?? '');
  if (address === '') return { name, phone, email: null };
  if (!isOperatorEmail(address)) throw badContactEmail();
  return { name, phone, email: address };
}
