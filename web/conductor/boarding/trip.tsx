import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { follow } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { digits } from '../../words/digits.ts';
import { Failed } from '../../parts/failed.tsx';
import { Link } from '../../parts/link.tsx';
import { gregorian, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { placeName } from '../../words/places.ts';
import { device, isOnline } from './device.ts';
import type { KeptManifest } from './kept.ts';
import { catchUp, opened, openTrip } from './manifests.ts';
import { Connection } from './connection.tsx';
import { Depart } from './depart.tsx';
import { RunningLate } from './late.tsx';
import { LastLeft } from './leave-stop.tsx';
import { Disputed } from './disputed.tsx';
import { PassengerList } from './passenger-list.tsx';
import { Scanner } from './scanner.tsx';
import { TellBus } from './tell-bus.tsx';
import { VerdictBoard } from './verdict-board.tsx';
import { passengersOf, placesIn } from './passengers.ts';
import { scans } from './log.ts';
import { nextStop, stopsNow } from './stops.ts';
import { taps } from './tap-log.ts';
import { verdict } from './verdict.ts';
import { w as verdictWords } from './verdict-words.ts';
import { w } from '../words.ts';

/** The page of a trip, used while passengers board. It scans tickets, and shows who has boarded and who is missing. */
export function Trip() {
  const id = Number(useRoute().params['id']);
  const failure = useSignal<unknown>(undefined);
  const open = (): Promise<void> =>
    openTrip(id).then(
      () => void (failure.value = undefined),
      (error: unknown) => void (failure.value = error),
    );

  useEffect(() => {
    verdict.value = undefined;
    void open();
  }, [id, device.value?.operatorId]);
  useEffect(() => {
    const retry = (): void => {
      if (failure.peek() !== undefined) void open();
    };
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [id]);
  useEffect(() => {
    const operator = device.value?.operatorId;
    if (operator === undefined) return;
    return follow([`operators/${operator}/manifests`], {
      password: async () => device.peek()?.token,
      onMessage: (_, message) => {
        if ((message as { readonly schedule_id?: number }).schedule_id === id) void catchUp();
      },
      onGap: () => void catchUp(),
    });
  }, [id, device.value?.token]);

  const kept = opened.value;
  if (kept?.manifest.trip.id === id) return <Door kept={kept} />;
  if (failure.value === undefined) return <Skeleton lines={4} tall />;
  const isOffline = failure.value instanceof Problem && failure.value.code === 'OFFLINE';
  return (
    <>
      <PageTitle>{w.value.trip.unknown}</PageTitle>
      {isOffline && <p>{w.value.trip.unknownText}</p>}
      <Failed error={failure.value} again={open} />
      <Back />
    </>
  );
}

const Back = () => (
  <p class="back">
    <Link page="/conductor">← {w.value.trip.back}</Link>
  </p>
);

function Door({ kept }: { readonly kept: KeptManifest }) {
  const { trip, generated_at } = kept.manifest;
  const words = w.value;
  const passengers = passengersOf(kept, scans.value);
  const stops = stopsNow(kept, taps.value);
  const [origin] = stops;
  const hasStopsBetween = stops.length > 2;
  const [boarded, sold] = [placesIn(passengers, 'boarded'), placesIn(passengers)];
  return (
    <>
      <Back />
      <PageTitle
        small={`${gregorian(dayOf(trip.departure_time))}, ${timeOf(trip.departure_time)} · ${trip.registration_no}`}
      >
        {words.trip.title(placeName(trip.source_city), placeName(trip.destination_city))}
      </PageTitle>
      <Connection />
      {trip.status === 'CANCELLED' && <p class="notice bad">{verdictWords.value.reasons.TRIP_CANCELLED}</p>}
      <div class="count">
        <p class="number">{words.trips.boarded(digits(boarded), digits(sold))}</p>
        <progress
          value={boarded}
          max={Math.max(1, sold)}
          aria-label={words.trips.boarded(digits(boarded), digits(sold))}
        />
        {!isOnline.value && <p class="faint small">{words.trip.listOf(timeOf(generated_at))}</p>}
      </div>
      <VerdictBoard />
      <Scanner kept={kept} />
      <Disputed trip={trip.id} />
      <TellBus trip={trip} />
      <RunningLate trip={trip} stops={stops} />
      {hasStopsBetween && <LastLeft trip={trip} stops={stops} />}
      <PassengerList kept={kept} stops={stops} passengers={passengers} />
      {!hasStopsBetween && <LastLeft trip={trip} stops={stops} />}
      {!hasStopsBetween && origin && nextStop(stops) === 0 && (
        <Depart trip={trip} origin={origin} passengers={passengers} />
      )}
    </>
  );
}
