import type { NewAdjustment } from '../../core/ledger/corrections.ts';
import type { AdjustmentId, PaymentId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { aBooking, aPayment } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anAdmin, aPassengerId } from './people.ts';

type Storage = Pick<Engine, 'transact'>;

/** Adds an adjustment about a fee of eSewa, proposed by a new administrator. */
export async function anAdjustment(engine: Storage, traits: Partial<NewAdjustment> = {}): Promise<AdjustmentId> {
  const proposedBy = traits.proposedBy ?? (await anAdmin(engine)).id;
  return engine.transact(({ adjustments }) =>
    adjustments.add(
      {
        debit: 'FEES',
        credit: 'GATEWAY',
        amount: paisa(1_500),
        operatorId: null,
        gateway: 'ESEWA',
        reason: 'A fee that was not recorded.',
        ...traits,
        proposedBy,
      },
      START,
    ),
  );
}

/** Adds a payment about which the gateway gave no clear answer. */
export async function aDoubtfulPayment(engine: Storage): Promise<PaymentId> {
  const [{ id: tripId }, userId] = [await aTrip(engine), await aPassengerId(engine)];
  const id = await aPayment(engine, await aBooking(engine, { userId, tripId, seats: [seat('A1')] }));
  await engine.transact(({ payments }) => payments.move(id, 'doubt', START));
  return id;
}

/** Adds a payment for which the gateway got another amount than was asked for. */
export async function anUnclearPayment(engine: Storage): Promise<PaymentId> {
  const id = await aDoubtfulPayment(engine);
  const doubt = { why: 'ANOTHER_AMOUNT', gatewayAmount: paisa(119_900) } as const;
  await engine.transact(({ payments }) => payments.leaveUnclear(id, doubt, START));
  return id;
}
