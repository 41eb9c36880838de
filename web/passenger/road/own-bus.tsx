import { useSignal } from '@preact/signals';
import { Problem } from '../../api/problem.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { toast } from '../../parts/toast.tsx';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';
import { handOn } from '../parts/hand-on.ts';
import { w } from './road-words.ts';
import { useLook } from './use-look.ts';
import type { Ridden } from './use-road.ts';
import { WhereIsMyBus } from './where-is-my-bus.tsx';

/** Milliseconds before the departure from which on something can be known of the bus. */
const KNOWN_BEFORE_MS = 12 * 60 * 60_000;

/** The journey of a ticket, whoever shows it. */
export interface OwnJourney {
  readonly ridden: Required<Ridden>;
  /** The cities of the section, while the trip itself is not known. */
  readonly cities: readonly string[];
  readonly departsAt: string;
  /** The point where the first passenger gets on. */
  readonly point: string;
  /** The text of the ticket's QR code. Its holder sees the bus even if the company hides it from strangers. */
  readonly ticket: string;
  /** The booking, for its owner. Others share the journey by the ticket. */
  readonly booking?: number;
}

/** Where the bus of a ticket is, with buttons to share the journey. */
export function OwnBus({ journey }: { readonly journey: OwnJourney }) {
  const { ridden, cities, departsAt, point, ticket } = journey;
  const position = useAsked(
    async (signal) => {
      if (serviceNow() < Date.parse(departsAt) - KNOWN_BEFORE_MS) return null;
      const path = { id: ridden.trip };
      return api.get('/api/trips/{id}/position', { path, query: { ticket }, signal }).catch((error: unknown) => {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      });
    },
    [ridden.trip, ticket],
  );
  useLook(position.again, [ridden.trip, ticket]);
  const { state } = position;
  return (
    <WhereIsMyBus
      ridden={ridden}
      cities={cities}
      position={state.value.is === 'here' ? state.value.value : state.value.is === 'failed' ? undefined : null}
      point={point}
    >
      <ShareJourney journey={journey} />
    </WhereIsMyBus>
  );
}

/**
 * Buttons that make a link to the journey, and end it. Both are always there, because somebody else with the ticket may
 * have made the link.
 */
function ShareJourney({ journey: { booking, ticket, cities } }: { readonly journey: OwnJourney }) {
  const words = w.value;
  const sending = useSending();
  const link = useSignal<{ readonly url: string; readonly until: string } | undefined>(undefined);
  const share = async (): Promise<void> => {
    const made = await (booking === undefined
      ? api.post('/api/tickets/{token}/live-link', { path: { token: ticket } })
      : api.post('/api/bookings/{id}/live-link', { path: { id: booking } }));
    link.value = made;
    const title = words.title(placeName(cities[0] ?? ''), placeName(cities.at(-1) ?? ''));
    if ((await handOn(title, made.url)) === 'copied') toast(words.copied);
  };
  const stop = async (): Promise<void> => {
    await (booking === undefined
      ? api.delete('/api/tickets/{token}/live-link', { path: { token: ticket } })
      : api.delete('/api/bookings/{id}/live-link', { path: { id: booking } }));
    link.value = undefined;
    toast(words.stopped);
  };
  return (
    <div>
      <p class="small faint">{words.shareHint}</p>
      {sending.sentence.value && <Refused sentence={sending.sentence} />}
      {link.value && (
        <p class="live-link">
          <a href={link.value.url}>{link.value.url}</a>{' '}
          <span class="faint">{words.worksUntil(dayAndTime(link.value.until))}</span>
        </p>
      )}
      <div class="row">
        <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(share)}>
          {words.share}
        </button>
        <button type="button" class="quiet" onClick={() => void sending.send(stop)}>
          {words.stopSharing}
        </button>
      </div>
    </div>
  );
}
