import type { Step } from './drive.ts';
import type { Pending } from './stages.ts';

type Kind = 'seatMap' | 'search20' | 'hold' | 'release' | 'book' | 'checkOut' | 'pay';

/** The share of each kind of call in an ordinary hour, in percent. */
const SHARES: readonly (readonly [Kind, number])[] = [
  ['seatMap', 70],
  ['search20', 15],
  ['hold', 6],
  ['release', 4],
  ['book', 4],
  ['pay', 1],
];

function draw(): Kind {
  let left = Math.random() * 100;
  for (const [kind, share] of SHARES) if ((left -= share) < 0) return kind;
  return 'seatMap';
}

/**
 * Returns the wanted kind of call, or an earlier step if no purchase is ready for that kind. A payment needs a
 * checkout, a checkout needs a booking, and a booking needs a hold.
 */
function possible(kind: Kind, { held, booked, checkedOut }: Pending): Kind {
  if (kind === 'pay' && checkedOut.length === 0) return booked.length > 0 ? 'checkOut' : 'hold';
  return kind === 'book' && held.length === 0 ? 'hold' : kind;
}

/**
 * Picks a kind of call at random for each request. Seat maps are 70 %, searches 15 %, holds and releases 10 %, bookings
 * 4 %, payments 1 %.
 */
export function mixed(steps: Readonly<Record<Kind, Step<never>>>, pending: Pending): Step {
  const begun = new WeakMap<object, Step>();
  return {
    build: (memory) => {
      const step = steps[possible(draw(), pending)] as unknown as Step;
      begun.set(memory, step);
      return step.build(memory);
    },
    then: (status, body, memory) => begun.get(memory)?.then?.(status, body, memory),
  };
}
