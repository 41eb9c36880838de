import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { momentHere } from '../../api/service-clock.ts';
import { to } from '../../api/settings.ts';
import { digits, plainDigits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { session } from '../session.ts';
import { w } from '../words.ts';
import { againOn } from '../again.ts';
import { type BookingBody, type Traveller, draftOf, keepDraft } from '../draft.ts';
import { goToGateway } from '../parts/go-to-gateway.ts';
import { PayWith } from '../parts/pay-with.tsx';
import { useSendAgainOnline } from '../parts/send-again-online.ts';
import { TimeLeft } from '../parts/time-left.tsx';
import { useWaysToPay } from '../parts/ways-to-pay.ts';
import { HoldBar } from '../seats/hold-bar.tsx';
import { type JourneyPlaces, Journey, chosenPlaces, endsOf } from '../seats/journey.tsx';
import { DisabilityField, WishField } from './needs.tsx';
import { placeBooking } from './place-booking.ts';
import { Price } from './price.tsx';
import { PointList } from '../seats/points.tsx';
import { TripHead, onTicket } from '../seats/trip-head.tsx';
import { TripNews } from '../seats/trip-news.tsx';
import { TravellerFields, faultsOf } from '../../parts/traveller-fields.tsx';
import { rideOf } from '../parts/ride.ts';
import { useSeatChoice, useTripNews } from '../seats/use-seat-choice.ts';

type Trip = Schemas['TripDetail'];

const NOBODY: Traveller = { name: '', age: '', gender: '' };

/**
 * Makes the booking and opens the gateway. If an earlier request made the booking, or its price differs, opens the
 * booking's page instead. If the gateway does not answer, the user can pay the same booking in another way. Calls
 * `onPlaced` with the payment deadline of a new booking.
 */
function useBookAndPay(ride: string, onPlaced?: (deadline: string) => void) {
  const made = useRef<{ readonly id: number; readonly asked: string }>(undefined);
  return async (
    body: BookingBody,
    { total, gateway }: { readonly total: number; readonly gateway: string | undefined },
  ): Promise<void> => {
    const asked = JSON.stringify([body, total]);
    if (made.current?.asked !== asked) {
      const { id, isAsShown, deadline } = await placeBooking(ride, body, total);
      if (!isAsShown) {
        location.replace(to(`/pay/${id}`));
        return;
      }
      made.current = { id, asked };
      if (deadline !== undefined) onPlaced?.(deadline);
    }
    await goToGateway(made.current.id, gateway);
  };
}

/** Books seats chosen on the map, with one passenger for each seat. */
export function MappedBookForm({
  trip,
  map,
  reread,
}: {
  readonly trip: Trip;
  readonly map: Schemas['MappedSeats'];
  readonly reread: () => Promise<void>;
}) {
  const words = w.value.buying;
  const { id } = trip;
  const { key: ride, stops } = rideOf(trip);
  const choice = useSeatChoice(trip, map);
  const news = useTripNews(trip, choice, reread);
  const sending = useSending();
  /** The seats that are being booked. While set, the form ignores events that these seats are taken. */
  const leaving = useSignal<readonly string[] | undefined>(undefined);
  /** The moment until which the booked seats are held or the booking can be paid, while `leaving` is set. */
  const until = useSignal<number | undefined>(undefined);
  const seats = leaving.value ?? choice.chosen.value;
  const travellers = useSignal(withUsual(draftOf(ride).travellers, seats, againOn(trip)?.travellers));
  const travellerOn = (seat: string): Traveller => travellers.value[seat] ?? NOBODY;

  const wish = useSignal(draftOf(ride).wish);
  /** True if the passenger may say the wish: they travel alone, and are not a man who would ask a woman for it. */
  const mayWish = seats.length === 1 && seats.every((seat) => travellerOn(seat).gender !== 'M');

  const change = (seat: string, changed: Partial<Traveller>): void => {
    travellers.value = { ...travellers.value, [seat]: { ...travellerOn(seat), ...changed } };
    keepDraft(ride, { travellers: travellers.value });
  };

  const total = map.fare * seats.length;
  const places = chosenPlaces(trip);
  const ways = useWaysToPay(total);
  const bookAndPay = useBookAndPay(ride, (deadline) => (until.value = momentHere(deadline)));
  const pay = useSendAgainOnline(sending, async (): Promise<void> => {
    const faults = faultsOf(seats.map(travellerOn), w.value.buying);
    if (Object.keys(faults).length > 0) {
      sending.refuse(words.checkFields, faults);
      return;
    }
    if (!leaving.value && !(await choice.settle())) return;
    leaving.value = seats;
    until.value = choice.hold.value?.until ?? until.value;
    const { boarding, dropping } = chosenPlaces(trip);
    const body = {
      schedule_id: id,
      ...stops,
      seat_numbers: [...seats],
      passengers: seats.map((seat) => ({
        seat_number: seat,
        name: travellerOn(seat).name.trim(),
        age: plainDigits(travellerOn(seat).age) || null,
        gender: travellerOn(seat).gender,
        boarding_point: boarding,
        dropping_point: dropping,
        ...(travellerOn(seat).isDisabled === true && { needs: ['DISABLED' as const] }),
        ...(mayWish && wish.value && { wish: 'BESIDE_WOMAN' as const }),
      })),
    };
    try {
      await bookAndPay(body, { total, gateway: ways.chosen.value });
    } catch (error) {
      const { sent, booking } = draftOf(ride);
      // Keeps the seats once the booking is made, or may have been made. The user can then only pay this booking.
      if (!sent && booking === null) leaving.value = undefined;
      throw error;
    }
  });

  return (
    <Frame trip={trip} places={places} news={news.value}>
      {seats.length === 0 ? (
        <Empty title={words.noSeats}>
          <p>{words.noSeatsText}</p>
          <Link page={`/trips/${ride}`} class="button main">
            {words.chooseSeats}
          </Link>
        </Empty>
      ) : (
        <Form sending={sending} onSend={pay} label={words.whoTravels}>
          <div class="buying">
            <div class="buying-main">
              <section class="card" aria-labelledby="who-travels">
                <h2 id="who-travels">{words.whoTravels}</h2>
                <p class="faint">{words.whoHint}</p>
                {seats.map((seat, index) => (
                  <TravellerFields
                    words={w.value.buying}
                    key={seat}
                    seat={seat}
                    traveller={travellerOn(seat)}
                    onChange={(changed) => change(seat, changed)}
                    nameError={sending.errorOf(`passengers[${index}].name`)}
                    ageError={sending.errorOf(`passengers[${index}].age`)}
                    genderError={sending.errorOf(`passengers[${index}].gender`)}
                  >
                    <DisabilityField
                      isChecked={travellerOn(seat).isDisabled === true}
                      onChange={(isDisabled) => change(seat, { isDisabled })}
                      error={sending.errorOf(`passengers[${index}].needs`)}
                    />
                    {mayWish && (
                      <WishField
                        isChecked={wish.value}
                        onChange={(is) => {
                          wish.value = is;
                          keepDraft(ride, { wish: is });
                        }}
                        error={sending.errorOf(`passengers[${index}].wish`)}
                      />
                    )}
                  </TravellerFields>
                ))}
                <Link page={`/trips/${ride}`} class="change-seats">
                  {words.changeSeats}
                </Link>
              </section>
              <div class="card">
                <Journey trip={trip} ride={ride} places={places} />
              </div>
            </div>
            <div class="buying-side">
              <div class="card">
                <Price count={seats.length} fare={map.fare} trip={trip} />
                <PayWith ways={ways} amount={total} sending={sending} />
              </div>
            </div>
          </div>
        </Form>
      )}
      {!leaving.value ? (
        <HoldBar choice={choice} />
      ) : (
        until.value !== undefined && (
          <div class="hold-bar">
            <TimeLeft until={until.value} onOver={() => undefined} />
          </div>
        )
      )}
    </Frame>
  );
}

/** Books a number of places on a bus without a seat map. */
export function BookForm({
  trip,
  count,
  reread,
}: {
  readonly trip: Trip;
  readonly count: number;
  readonly reread: () => Promise<void>;
}) {
  const words = w.value.buying;
  const sending = useSending();
  const { key: ride, stops } = rideOf(trip);
  const news = useTripNews(trip, undefined, reread);
  const total = trip.fare * count;
  const ways = useWaysToPay(total);
  const bookAndPay = useBookAndPay(ride);
  const pay = useSendAgainOnline(sending, () =>
    bookAndPay({ schedule_id: trip.id, ...stops, seats: count }, { total, gateway: ways.chosen.value }),
  );
  return (
    <Frame trip={trip} places={endsOf(trip)} news={news.value}>
      <Form sending={sending} onSend={pay} label={words.price}>
        <div class="card narrow">
          <p class="chosen-seats">{words.places(digits(count), count === 1)}</p>
          <p>
            <Link page={`/trips/${rideOf(trip).key}`} class="change-seats">
              {words.changeSeats}
            </Link>
          </p>
          <Journey trip={trip} places={endsOf(trip)} />
          <PointList label={words.boardingAt} points={trip.boarding_points} city={trip.source_city} />
          <Price count={count} fare={trip.fare} trip={trip} />
          <PayWith ways={ways} amount={total} sending={sending} />
        </div>
      </Form>
    </Frame>
  );
}

const Frame = ({
  trip,
  places,
  news,
  children,
}: {
  readonly trip: Trip;
  readonly places: JourneyPlaces;
  readonly news: string | undefined;
  readonly children: ComponentChildren;
}) => (
  <>
    <TripHead trip={onTicket(trip)} places={places} />
    <TripNews trip={trip} news={news} />
    {children}
  </>
);

/**
 * Puts the passengers of the journey that is booked once more on the seats. Otherwise puts the user's name on the first
 * seat, because most users travel themselves. Changes nothing if names are typed already.
 */
function withUsual(
  travellers: Readonly<Record<string, Traveller>>,
  seats: readonly string[],
  again: readonly Traveller[] = [],
): Readonly<Record<string, Traveller>> {
  if (Object.keys(travellers).length > 0) return travellers;
  const usual = again.length > 0 ? again : [{ ...NOBODY, name: session.user.value?.full_name ?? '' }];
  return Object.fromEntries(seats.slice(0, usual.length).map((seat, index) => [seat, usual[index]!]));
}
