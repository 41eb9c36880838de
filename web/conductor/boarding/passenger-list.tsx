import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { isWishDue } from './beside.ts';
import { BoardedOf } from './boarded-of.tsx';
import { CallNext, FindPassenger, isCalled } from './find-passenger.tsx';
import type { Action, KeptManifest, ManifestStop } from './kept.ts';
import { PassengerRow } from './passenger-row.tsx';
import { type Passenger, byBoardingPoint, isMissing, missingFirst, placesIn } from './passengers.ts';
import { StopList } from './stop-list.tsx';
import { nextStop } from './stops.ts';
import { TakeBack } from './take-back.tsx';
import { judgeNow } from './verdict.ts';
import { w } from '../words.ts';
import { placeName } from '../../words/places.ts';

/**
 * Milliseconds after the last tap until tapped rows move. If a row moved at once, the next tap could hit another
 * passenger.
 */
const REST_MS = 1_500;

/**
 * All passengers, grouped by boarding point, or by stop if the trip has stops on the way. Missing passengers come
 * first. A tap boards a passenger. A later tap on Undo asks before it undoes the boarding.
 */
export function PassengerList({
  kept,
  stops,
  passengers,
}: {
  readonly kept: KeptManifest;
  readonly stops: readonly ManifestStop[];
  readonly passengers: readonly Passenger[];
}) {
  const words = w.value.trip;
  const onlyMissing = useSignal(false);
  const typed = useSignal('');
  const takingBack = useSignal<Passenger | undefined>(undefined);
  /**
   * Passengers tapped a moment ago, in their state before the tap. Rows are sorted by this state, so no row moves yet.
   */
  const tapped = useSignal<readonly Passenger[]>([]);
  useEffect(() => {
    if (tapped.value.length === 0) return;
    const resting = setTimeout(() => (tapped.value = []), REST_MS);
    return () => clearTimeout(resting);
  }, [tapped.value]);

  const hasStopsBetween = stops.length > 2;
  if (passengers.length === 0 && !hasStopsBetween)
    return (
      <Empty title={words.none}>
        <p>{words.noneText}</p>
      </Empty>
    );

  const placed = (one: Passenger): Passenger => tapped.value.find(({ key }) => key === one.key) ?? one;
  const missing = passengers.filter(isMissing);
  const isFound = (one: Passenger): boolean => isCalled(one, typed.value);
  const isShown = (one: Passenger): boolean => isFound(one) && (!onlyMissing.value || isMissing(placed(one)));
  const shown = passengers.filter(isShown);
  const actOn = async (all: readonly Passenger[], action: Action): Promise<void> => {
    const keys = all.map(({ key }) => key);
    tapped.value = [...tapped.peek().filter(({ key }) => !keys.includes(key)), ...all.map(placed)];
    const seatIds = all.flatMap(({ seatId }) => seatId ?? []);
    const target = { bookingId: all[0]!.booking.booking_id, ...(seatIds.length > 0 && { seatIds }) };
    await judgeNow(kept, action, target, { large: false });
  };
  const act = (one: Passenger, action: Action): Promise<void> => actOn([one], action);
  /** The waiting passengers of a booking, at its first row; empty at the other rows. */
  const together = (one: Passenger): readonly Passenger[] => {
    const party = passengers.filter(
      ({ booking, state }) => booking.booking_id === one.booking.booking_id && state === 'waiting',
    );
    return party.length > 1 && party[0]?.key === one.key ? party : [];
  };
  const row = (one: Passenger, heading?: ComponentChildren) => (
    <PassengerRow
      key={one.key}
      passenger={one}
      heading={heading}
      hasWish={isWishDue(one, passengers)}
      party={together(one).length}
      onAct={(action) => act(one, action)}
      onBoardAll={() => actOn(together(one), 'BOARD')}
      onUndo={() => (takingBack.value = one)}
    />
  );
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
      <FindPassenger typed={typed.value} onTyped={(text) => (typed.value = text)} />
      {passengers.length > 0 && !passengers.some(isFound) && <p role="status">{words.unclear.none}</p>}
      {passengers.length > 0 && passengers.some(isFound) && shown.length === 0 && (
        <p class="notice good">{w.value.depart.allThere}</p>
      )}
      <CallNext passengers={passengers} stops={stops} />
      {hasStopsBetween ? (
        <StopList
          trip={kept.manifest.trip}
          stops={stops}
          next={nextStop(stops)}
          passengers={passengers}
          isShown={isShown}
          placed={placed}
          row={row}
        />
      ) : (
        <ul class="plain-list passengers" aria-label={words.passengers}>
          {missingFirst(byBoardingPoint(shown), placed).map((group) => (
            <li key={group.boardingPoint}>
              <h2>
                {placeName(group.boardingPoint) || words.anywhere}{' '}
                <BoardedOf passengers={passengers.filter((one) => one.boardingPoint === group.boardingPoint)} />
              </h2>
              <ul class="plain-list">{group.passengers.map((one) => row(one))}</ul>
            </li>
          ))}
        </ul>
      )}
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
