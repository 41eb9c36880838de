import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { dayAfter, today } from '../../parts/moment.ts';
import { MomentField } from '../../parts/moment-field.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { type Unanswered, useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { OpeningField } from '../line/opening-field.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { DepartureDraft } from './departure-draft.ts';
import { RouteFields } from './departure-fields.tsx';
import { momentIn } from '../parts/local-time.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { numberIn } from '../parts/number-in.ts';
import { inOrder, pointsOf } from './points.ts';
import { RoadFields } from './road-fields.tsx';
import { NO_STOPS, type WholeRoad, roadOf } from './road.ts';

interface Draft extends DepartureDraft {
  /** Values of day-and-time fields, in Nepal's time: `2026-11-21T07:00`. */
  readonly departure: string;
  readonly arrival: string;
  readonly saleOpens: string;
}

const tomorrowAtSeven = (): string => `${dayAfter(today(), 1)}T07:00`;

/**
 * Converts a typed day and time. Returns undefined for an incomplete field, despite the type; the service then reports
 * the field.
 */
const moment = (typed: string): string => momentIn(typed) as string;

const bodyOf = (draft: Draft) => ({
  source_city_id: numberIn(draft.source),
  destination_city_id: numberIn(draft.destination),
  bus_id: numberIn(draft.bus),
  fare: numberIn(draft.fare),
  departure_time: moment(draft.departure),
  arrival_time: moment(draft.arrival),
  sale_opens_at: momentIn(draft.saleOpens) ?? null,
  ...roadOf(draft.road, wholeOf(draft)),
  boarding_points: pointsOf(draft.boarding, draft.road.stops),
  dropping_points: pointsOf(draft.dropping, draft.road.stops),
});

function wholeOf({ departure, arrival, fare }: Draft): WholeRoad {
  const [departs, arrives] = [momentIn(departure), momentIn(arrival)];
  const duration = departs && arrives ? (Date.parse(arrives) - Date.parse(departs)) / 60_000 : undefined;
  return { duration, fare };
}

/** The form that plans a single trip. */
export function NewTripPage() {
  const words = w.value.trips;
  const draft = useSignal<Draft>({
    source: '',
    destination: '',
    bus: '',
    fare: '',
    departure: tomorrowAtSeven(),
    arrival: '',
    saleOpens: '',
    road: NO_STOPS,
    boarding: [],
    dropping: [],
  });
  const unanswered = useSignal<Unanswered | null>(null);
  const kept = useKeptFields('trip-new', 'new', { draft, unanswered });
  const sending = useSending();
  const sendOnce = useSendOnce(unanswered);
  const { route } = useLocation();
  const change = (patch: Partial<Draft>): void => void (draft.value = { ...draft.value, ...patch });

  const send = async (): Promise<void> => {
    change({ boarding: inOrder(draft.value.boarding), dropping: inOrder(draft.value.dropping) });
    const body = bodyOf(draft.value);
    const { id } = await sendOnce(body, (key) => api.post('/api/operator/trips', { body, key }));
    kept.saved();
    toast(words.saved);
    route(to(`/portal/trips/${id}`));
  };

  const time = (label: string, name: 'departure' | 'arrival') => (
    <MomentField
      label={label}
      value={draft.value[name]}
      error={sending.errorOf(`${name}_time`)}
      onValue={(value) => change({ [name]: value })}
    />
  );

  return (
    <>
      <PageTitle small={words.addText}>{words.newTitle}</PageTitle>
      <Resumed kept={kept} />
      <Form sending={sending} onSend={send}>
        <section class="card pairs">
          <RouteFields draft={draft.value} change={change} errorOf={sending.errorOf} />
          {time(words.departure, 'departure')}
          {time(words.arrival, 'arrival')}
          <OpeningField
            value={draft.value.saleOpens}
            onValue={(saleOpens) => change({ saleOpens })}
            sending={sending}
          />
        </section>
        <RoadFields
          draft={draft.value}
          change={change}
          errorOf={sending.errorOf}
          departs={draft.value.departure.split('T')[1] ?? ''}
          whole={wholeOf(draft.value)}
        />
        <SendButton sending={sending}>{words.save}</SendButton>
      </Form>
    </>
  );
}
