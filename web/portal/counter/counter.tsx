import { type Signal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { timeOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { OpenShift } from './open-shift.tsx';
import { useOwnShift } from './own-shift.ts';
import { MOST_PLACES, MOST_SEATS } from '../parts/trip/trip-rules.ts';
import type { TripNow } from '../parts/trip/use-trip.ts';
import { type SaleDraft, type Wanted, countOf, emptySale, saleOf } from './sale-draft.ts';
import { MoreFields } from './more-fields.tsx';

interface Props {
  readonly now: TripNow;
  readonly chosen: Signal<readonly string[]>;
  readonly onClose: () => void;
  /** Reloads the trip after a change. */
  readonly again: () => Promise<void>;
  readonly onSold: (booking: Schemas['OfficeBooking']) => void;
  /** Moves the focus to the map, where the next sale begins. */
  readonly focusMap: () => void;
}

/** Sells the seats chosen on the map to a customer at the counter. */
export function Counter({ now: { trip, map }, chosen, onClose, again, onSold, focusMap }: Props) {
  const words = w.value.counter;
  const draft = useSignal(emptySale());
  const places = useSignal('1');
  const shift = useOwnShift();
  const { route: go } = useLocation();
  const sending = useSending();
  const sendOnce = useSendOnce();
  const change = (patch: Partial<SaleDraft>): void => void (draft.value = { ...draft.value, ...patch });

  const wanted: Wanted = map.has_seat_map ? { seat_numbers: chosen.value } : { seats: Number(places.value) };
  const count = countOf(wanted);
  const lacksShift =
    draft.value.paidBy === 'CASH' && shift.state.value.is === 'here' && shift.state.value.value === null;

  const sell = async (): Promise<void> => {
    if (trip.departed_at !== null && !draft.value.onBoard) {
      sending.refuse(words.onBoardFirst);
      return;
    }
    if (count === 0) {
      sending.refuse(words.choose);
      focusMap();
      return;
    }
    const body = saleOf(draft.value, wanted);
    let sold: Schemas['OfficeBooking'];
    try {
      sold = await sendOnce(body, (key) =>
        api.post('/api/operator/trips/{id}/sales', {
          path: { id: trip.id },
          body,
          key,
        }),
      );
    } catch (error) {
      if (error instanceof Problem && ['SEATS_TAKEN', 'TRIP_DEPARTED'].includes(error.code)) await again();
      if (error instanceof Problem && error.code === 'NO_OPEN_SHIFT') shift.set(null);
      throw error;
    }
    draft.value = emptySale(draft.value.paidBy);
    if (sold.booking_status === 'PENDING_PAYMENT') {
      go(`/portal/bookings/${sold.id}/code`);
      return;
    }
    onSold(sold);
    // Reloads before the seats are unchosen, so that nobody reads that somebody else took them.
    await again();
    chosen.value = [];
    focusMap();
  };

  return (
    <div class="counter">
      <div class="row apart counter-title">
        <h2>{words.title}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {words.stop}
        </button>
      </div>
      {lacksShift && (
        <div class="notice wait">
          <p>{words.needsShift}</p>
          <OpenShift onOpened={shift.set} />
        </div>
      )}
      <Form sending={sending} onSend={sell} label={words.title}>
        <Chosen wanted={wanted} places={places} errorOf={sending.errorOf} />
        <Field
          label={words.name}
          value={draft.value.name}
          autoComplete="off"
          maxLength={150}
          error={sending.errorOf('contact.name')}
          onValue={(name) => change({ name })}
        />
        <Field
          label={words.phone}
          type="tel"
          value={draft.value.phone}
          autoComplete="off"
          error={sending.errorOf('contact.phone')}
          onValue={(phone) => change({ phone })}
        />
        <Payment draft={draft.value} change={change} errorOf={sending.errorOf} />
        {trip.departed_at !== null && <OnBoard time={timeOf(trip.departed_at)} draft={draft.value} change={change} />}
        <MoreFields draft={draft.value} change={change} errorOf={sending.errorOf} trip={trip} wanted={wanted} />
        <SendButton sending={sending} class="main wide">
          {count === 0 ? words.chooseFirst : words.sellFor(money(count * trip.fare))}
        </SendButton>
      </Form>
    </div>
  );
}

function Chosen({
  wanted,
  places,
  errorOf,
}: {
  readonly wanted: Wanted;
  readonly places: Signal<string>;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const words = w.value.counter;
  if ('seats' in wanted)
    return (
      <Field
        label={words.places}
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_PLACES}
        value={places.value}
        error={errorOf('seats')}
        onValue={(value) => (places.value = value)}
      />
    );
  const { seat_numbers: seats } = wanted;
  return (
    <>
      <p aria-live="polite">{seats.length === 0 ? words.choose : <strong>{words.chosen(seats.join(', '))}</strong>}</p>
      {seats.length > MOST_SEATS && <p class="field-error">{words.most(MOST_SEATS)}</p>}
    </>
  );
}

/** After departure a sale must say whether the passengers are on board. */
const OnBoard = ({
  time,
  draft,
  change,
}: {
  readonly time: string;
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
}) => (
  <div class="notice wait">
    <p>{w.value.counter.hasLeft(time)}</p>
    <label class="choice">
      <input
        type="checkbox"
        checked={draft.onBoard}
        onChange={(event) => change({ onBoard: event.currentTarget.checked })}
      />
      {w.value.counter.onBoard}
    </label>
  </div>
);

function Payment({
  draft,
  change,
  errorOf,
}: {
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const words = w.value.counter;
  const methods = useAsked((signal) => api.get('/api/payment-methods', { signal }), []);
  const state = methods.state.value;
  const hasCodes = state.is === 'here' && state.value.some(({ gateway }) => gateway === 'FONEPAY');
  const ways = (['CASH', 'QR', 'FONEPAY'] as const).filter((way) => way !== 'FONEPAY' || hasCodes);
  const names = { CASH: words.cash, QR: words.qr, FONEPAY: words.fonepay };
  return (
    <>
      <fieldset>
        <legend>{words.paidBy}</legend>
        <div class="row ways-to-pay">
          {ways.map((paidBy) => (
            <label key={paidBy} class="choice">
              <input
                type="radio"
                name="paid-by"
                checked={draft.paidBy === paidBy}
                onChange={() => change({ paidBy })}
              />
              {names[paidBy]}
            </label>
          ))}
        </div>
      </fieldset>
      {draft.paidBy === 'QR' && (
        <Field
          label={words.qrReference}
          value={draft.reference}
          required={false}
          maxLength={100}
          autoComplete="off"
          error={errorOf('reference')}
          onValue={(reference) => change({ reference })}
        />
      )}
    </>
  );
}
