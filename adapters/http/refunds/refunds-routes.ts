import { Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { ViewOwnBooking } from '../../../core/bookings/shown-bookings.ts';
import { ACCOUNT_KINDS } from '../../../core/payments/refund.ts';
import type { NameAccount } from '../../../core/refunds/name-account.ts';
import { noRefundDue, refundClaimed } from '../../../core/refunds/refusals.ts';
import { accountResponse, toAccountResponse } from './refund.ts';
import { bookingPath, choice, sized, sizedName, text } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewOwnBooking: ViewOwnBooking;
  readonly nameAccount: NameAccount;
}

export const accountBody = Type.Object(
  {
    kind: choice(ACCOUNT_KINDS, { examples: ['ESEWA'] }),
    holder: sizedName(
      { max: 150 },
      { description: 'Names the person whose account it is.', examples: ['Asha Gurung'] },
    ),
    number: sized(
      { max: 34 },
      {
        description:
          'Gives the number of the account. The number of a wallet has 10 digits and begins with 97 or 98; that of a bank account has 5 to 34 letters and digits.',
        examples: ['9812345678'],
      },
    ),
    bank: text({
      description: 'Names the bank, for a bank account only; the name has at most 150 characters.',
      shown: { maxLength: 150 },
    }),
  },
  { examples: [{ kind: 'ESEWA', holder: 'Asha Gurung', number: '9812345678' }] },
);

export const refundRoutes = ({ viewOwnBooking, nameAccount }: Uses) => [
  route({
    method: 'put',
    path: '/api/bookings/:id/refund-account',
    operationId: 'nameRefundAccount',
    summary: 'Say to which account the refunds of a booking are sent',
    description:
      'Sets the account for the refunds of your booking, while one of them is DUE or FAILED, ' +
      'unless somebody is sending it at this moment. It holds for refunds that come later, too. ' +
      'You get a mail about each change. Only those who send the money see the whole number; ' +
      'everybody else sees its end at most.',
    returns: 'Shows the account to which refunds of the booking are sent.',
    access: 'passenger',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => viewOwnBooking(caller.userId, booking),
    body: accountBody,
    status: 200,
    response: accountResponse,
    refuses: [bookingUnknown, bookingNotOwn, noRefundDue, refundClaimed],
    handle: async ({ caller, params: { id: booking }, body }) =>
      toAccountResponse(await nameAccount(caller.userId, booking, body)),
  }),
];
