import { useSignal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import type { Action, KeptManifest } from './kept.ts';
import { type Passenger, byBoardingPoint, placesIn } from './passengers.ts';
import { judgeNow } from './verdict.ts';
import { w } from '../words.ts';

/** All passengers by boarding point. A tap boards a passenger, another tap takes that back. */
export function PassengerList({
  kept,
  passengers,
}: {
  readonly kept: KeptManifest;
  readonly passengers: readonly Passenger[];
}) {
  const words = w.value.trip;
  if (passengers.length === 0)
    return (
      <Empty title={words.none}>
        <p>{words.noneText}</p>
      </Empty>
    );
  return (
    <ul class="plain-list passengers" aria-label={words.passengers}>
      {byBoardingPoint(passengers).map((group) => (
        <li key={group.boardingPoint}>
          <h2>
            {group.boardingPoint || words.anywhere}{' '}
            <span class="faint number">
              {digits(placesIn(group.passengers, 'boarded'))}/{digits(placesIn(group.passengers))}
            </span>
          </h2>
          <ul class="plain-list">
            {group.passengers.map((one) => (
              <Row key={one.key} kept={kept} passenger={one} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const MARKS = { waiting: '', boarded: '✓', 'no-show': '—' } as const;

function Row({ kept, passenger }: { readonly kept: KeptManifest; readonly passenger: Passenger }) {
  const words = w.value.trip;
  const isBusy = useSignal(false);
  const { booking, seatId, label, name, state, places } = passenger;

  const act = (action: Action): void => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    const target = { bookingId: booking.booking_id, ...(seatId !== undefined && { seatIds: [seatId] }) };
    void judgeNow(kept, action, target, { large: false }).finally(() => (isBusy.value = false));
  };
  return (
    <li class={`passenger ${state}`}>
      <div class="passenger-who">
        <span class="seat-label number">{label}</span>
        <span class="passenger-name">
          {name}
          {places > 1 && <span class="faint"> · {words.places(digits(places))}</span>}
          {state !== 'waiting' && (
            <span class="passenger-state">
              <span aria-hidden="true">{MARKS[state]}</span> {state === 'boarded' ? words.isBoarded : words.isNoShow}
            </span>
          )}
        </span>
        {booking.phone !== null && state !== 'boarded' && (
          <a class="call" href={`tel:${booking.phone}`} aria-label={words.call(name)}>
            <span aria-hidden="true">☎</span>
          </a>
        )}
      </div>
      <div class="passenger-actions" aria-busy={isBusy.value}>
        {state === 'waiting' && (
          <button type="button" class="quiet" aria-label={words.noShow(label)} onClick={() => act('NO_SHOW')}>
            {words.noShowShort}
          </button>
        )}
        {state !== 'waiting' && (
          <button type="button" class="quiet" aria-label={words.undo(label)} onClick={() => act('UNDO')}>
            {words.undoShort}
          </button>
        )}
        {state !== 'boarded' && (
          <button type="button" class="board" aria-label={words.board(label)} onClick={() => act('BOARD')}>
            {words.boardShort}
          </button>
        )}
      </div>
    </li>
  );
}
