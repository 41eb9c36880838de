import { expect } from 'chai';
import { emptyState } from '../../../adapters/memory/state.ts';
import { memoryTransact } from '../../../adapters/memory/transact.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { forgetOld } from '../../../core/kernel/forget-old.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { seatsChanged } from '../../../core/seats/seat-events.ts';
import { handClock } from '../../support/clock.ts';

describe('forgetting what is old', () => {
  it('takes events a week after they were told, and never one that waits', async () => {
    const clock = handClock();
    const state = emptyState();
    const transact = memoryTransact(state);
    const forget = forgetOld({ clock, transact });
    await transact(async ({ events, outbox }) => {
      for (const seat of ['A1', 'A2']) await events.record(seatsChanged(7 as TripId, [seat as SeatNumber], 'LOCKED'), clock());
      const [first] = await outbox.waiting(1);
      await outbox.markSent([first!.id], clock());
    });
    clock.set(daysAfter(clock(), 7));
    expect(await forget()).to.equal(0);
    clock.advance(1);
    expect(await forget()).to.equal(1);
    expect(state.outbox.map(({ payload }) => payload['seat_numbers'])).to.deep.equal([['A2']]);
  });
});
