import { type Static, Type } from '@sinclair/typebox';
import { notAnAgent } from '../../../core/agents/refusals.ts';
import { bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { CancelByCompany, SetOwnCredit, TakeSeatsByStranger } from '../../../core/changes/act-in-sandbox.ts';
import { bookingClosed, tripArrived } from '../../../core/changes/refusals.ts';
import type { BookingId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { noSeatMap } from '../../../core/seats/refusals.ts';
import { tripDeparted, tripUnknown } from '../../../core/trips/refusals.ts';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import { choice, decimal, givenId, item, keyOf } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly cancelByCompany: CancelByCompany;
  readonly takeSeatsByStranger: TakeSeatsByStranger;
  readonly setOwnCredit: SetOwnCredit;
}

const ACTIONS = ['cancel_by_company', 'take_seats', 'set_credit'] as const;

const actBody = Type.Object(
  {
    action: choice(ACTIONS, {
      description: 'Names the act of a company, a stranger or the platform that the sandbox plays.',
    }),
    booking_id: Type.Optional(
      givenId({ description: 'Identifies the booking that its company cancels, for `cancel_by_company`.' }),
    ),
    schedule_id: Type.Optional(
      givenId({ description: 'Identifies the trip whose seats a stranger holds, for `take_seats`.' }),
    ),
    seat_numbers: Type.Optional(
      Type.Array(item(), {
        minItems: 1,
        description:
          'Lists the seats that a stranger holds, for `take_seats`, in place of those that the stranger held on the trip. Only the first 6 are used.',
      }),
    ),
    credit_limit: Type.Optional(
      decimal(
        { minimum: 0, maximum: 100_000_000 },
        { description: 'Limits what the agent may owe from now on, in NPR, for `set_credit`.' },
      ),
    ),
  },
  { examples: [{ action: 'take_seats', schedule_id: 42, seat_numbers: ['A1'] }] },
);

/** The fields that an action needs. Throws if one is missing. */
function needed<Name extends keyof Static<typeof actBody>>(
  body: Static<typeof actBody>,
  name: Name,
): NonNullable<Static<typeof actBody>[Name]> {
  const value = body[name];
  if (value === undefined) throw invalidField(name, `${name} is needed for ${body.action}.`);
  return value;
}

export const sandboxActRoutes = (uses: Uses) => {
  const act = async (caller: AgentCaller, body: Static<typeof actBody>): Promise<readonly SeatNumber[]> => {
    switch (body.action) {
      case 'cancel_by_company':
        await uses.cancelByCompany(caller, keyOf<BookingId>(needed(body, 'booking_id')));
        return [];
      case 'take_seats': {
        const [trip, seats] = [needed(body, 'schedule_id'), needed(body, 'seat_numbers') as SeatNumber[]];
        return (await uses.takeSeatsByStranger(caller, keyOf<TripId>(trip), seats)).granted;
      }
      case 'set_credit':
        await uses.setOwnCredit(caller, fromRupees(needed(body, 'credit_limit')));
        return [];
    }
  };
  return [
    route({
      method: 'post',
      path: '/sandbox/agents/act',
      operationId: 'actInSandbox',
      summary: 'Let others do something to your bookings',
      description:
        'Lets happen, on a sandbox alone, what a program should cope with: a company cancels one of your bookings, a stranger holds seats for as long as any passenger, or your credit changes.',
      returns: 'Shows the act, with the seats that a stranger got by it.',
      access: 'agentSeller',
      body: actBody,
      status: 200,
      response: Type.Object(
        {
          action: Type.String({ enum: [...ACTIONS] }),
          seat_numbers: Type.Array(Type.String({ examples: ['A1'] }), {
            description: 'Lists the seats that a stranger holds now. Seats that were not free are missing.',
          }),
        },
        { title: 'SandboxAct' },
      ),
      refuses: [notAnAgent, bookingUnknown, tripUnknown, tripDeparted, noSeatMap, bookingClosed, tripArrived],
      handle: async ({ caller, body }) => ({ action: body.action, seat_numbers: [...(await act(caller, body))] }),
    }),
  ];
};
