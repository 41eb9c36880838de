import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import type { Action, KeptManifest } from './kept.ts';
import { PassengerRow } from './passenger-row.tsx';
import { type Passenger, byBoardingPoint, isMissing, missingFirst, placesIn } from './passengers.ts';
import { TakeBack } from './take-back.tsx';
import { judgeNow } from './verdict.ts';
import { w } from '../words.ts';

/**
 * Milliseconds after the last tap until tapped rows move. If a row moved at once, the next tap could hit another
 * passenger.
 */
const REST_MS = 1_500;

/**
 * All passengers by boarding point, the missing first. A tap boards a passenger; another tap asks before it undoes
 * that.
 */
export function PassengerList({
  kept,
  passengers,
}: {
  readonly kept: KeptManifest;
  readonly passengers: readonly Passenger[];
}) {
  const words = w.value.trip;
  const onlyMissing = useSignal(false);
  const takingBack = useSignal<Passenger | undefined>(undefined);
  /** Passengers tapped a moment ago, with their state before. Their rows keep the place of that state. */
  const tapped = useSignal<readonly Passenger[]>([]);
  useEffect(() => {
    if (tapped.value.length === 0) return;
    const resting = setTimeout(() => (tapped.value = []), REST_MS);
    return () => clearTimeout(resting);
  }, [tapped.value]);

  if (passengers.length === 0)
    return (
      <Empty title={words.none}>
        <p>{words.noneText}</p>
      </Empty>
    );

  const placed = (one: Passenger): Passenger => tapped.value.find(({ key }) => key === one.key) ?? one;
  const missing = passengers.filter(isMissing);
  const shown = passengers.filter((one) => !onlyMissing.value || isMissing(placed(one)));
  const act = async (one: Passenger, action: Action): Promise<void> => {
    tapped.value = [...tapped.peek().filter(({ key }) => key !== one.key), placed(one)];
    const { booking, seatId } = one;
    const target = { bookingId: booking.booking_id, ...(seatId !== undefined && { seatIds: [seatId] }) };
    await judgeNow(kept, action, target, { large: false });
  };
  return (
    <>
      <label class="choice missing-only">
        <input
          type="checkbox"
          checked={onlyMissing.value}
          onChange={({ currentTarget }) => (onlyMissing.value = currentTarget.checked)}
        />
        {words.missingOnly} <span class="faint number">({digits(placesIn(missing))})</span>
      </label>
      {shown.length === 0 && <p class="notice good">{w.value.depart.allThere}</p>}
      <ul class="plain-list passengers" aria-label={words.passengers}>
        {missingFirst(byBoardingPoint(shown), placed).map((group) => (
          <li key={group.boardingPoint}>
            <h2>
              {group.boardingPoint || words.anywhere}{' '}
              <span class="faint number">{boardedOf(passengers, group.boardingPoint)}</span>
            </h2>
            <ul class="plain-list">
              {group.passengers.map((one) => (
                <PassengerRow
                  key={one.key}
                  passenger={one}
                  onAct={(action) => act(one, action)}
                  onUndo={() => (takingBack.value = one)}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {takingBack.value && (
        <TakeBack
          passenger={takingBack.value}
          onTakeBack={() => act(takingBack.peek()!, 'UNDO')}
          onClose={() => (takingBack.value = undefined)}
        />
      )}
    </>
  );
}

/** The numbers of boarded and sold at a boarding point, whatever the filter shows: `3/5`. */
function boardedOf(passengers: readonly Passenger[], point: string): string {
  const here = passengers.filter(({ boardingPoint }) => boardingPoint === point);
  return `${digits(placesIn(here, 'boarded'))}/${digits(placesIn(here))}`;
}
