import { Type } from '@sinclair/typebox';
import { type Fault, invalid } from '../../../core/kernel/refusal.ts';
import { type Instant, parseMoment } from '../../../core/kernel/time.ts';
import { type ChosenType, CHOSEN_TYPES, isChosenType } from '../../../core/listening/event-types.ts';
import type { AskedEvents, FeedPosition, ViewEvents } from '../../../core/listening/view-events.ts';
import type { Access } from '../route/access.ts';
import { oneOf, text } from '../route/fields.ts';
import { type ListNeeds, cursorOf, openCursor, pageOf, readLimit } from '../route/list-route.ts';
import { type Route, route } from '../route/route.ts';
import type { ListeningBase } from './listening-base.ts';
import { LISTED_EVENTS } from './write-event.ts';

export interface EventUses extends ListNeeds {
  readonly viewEvents: ViewEvents;
}

const MOST = 100;

const listedEvent = oneOf(
  'type',
  CHOSEN_TYPES.map((type) => LISTED_EVENTS[type]),
  { title: 'ListedEvent' },
);

/** The list of events of one kind of owner. Unlike other lists it goes on for ever: it always has a next page. */
export function eventRoutes<Allowed extends Access>(
  { viewEvents, cursors, calendar }: EventUses,
  { base, name, whose, access, actingFor }: ListeningBase<Allowed>,
): readonly Route[] {
  const path = `${base}/events`;
  return [
    route({
      method: 'get',
      path,
      operationId: `list${name}Events`,
      summary: `List the events that ${whose} hears`,
      description:
        'Lists the events of the last 7 days, oldest first, whether or not a webhook listens. Send `next_cursor` back ' +
        'as `cursor`, now or later, to go on behind the last event: whoever reads on misses none and gets none twice.',
      returns: 'Lists the events, oldest first, page by page. `next_cursor` is never null.',
      access,
      query: Type.Object({
        ...pageOf(MOST),
        types: text({
          description: 'Lists the types of events, separated by commas. Without it all types are listed.',
        }),
        since: text({
          format: 'date-time',
          description: 'Tells from when on events are listed. It cannot be sent together with `cursor`.',
        }),
      }),
      status: 200,
      response: Type.Object({
        results: Type.Array(listedEvent),
        next_cursor: Type.String({
          description: 'Is the text to send as `cursor` to go on behind the last event, also if there is none yet.',
        }),
        gap: Type.Boolean({
          description:
            'Is true if events are missing before the first one of this answer: `cursor` or `since` is older than 7 days, and older events are no longer kept. The answer then begins with the oldest event that is kept. False if nothing is missing.',
        }),
      }),
      handle: async ({ caller, query }) => {
        const asked = askedEvents(query, path, { cursors, calendar });
        const { events, next, gap } = await viewEvents(actingFor(caller).owner, asked);
        return {
          results: events.map(({ id, body }) => ({ id, ...(JSON.parse(body) as object) })),
          next_cursor: cursorOf({ cursors }, path, [next.place, next.at]) ?? '',
          gap,
        };
      },
    }),
  ];
}

type EventQuery = Readonly<Record<'limit' | 'cursor' | 'types' | 'since', string>>;

function askedEvents(query: EventQuery, path: string, needs: ListNeeds): AskedEvents {
  const faults: Fault[] = [];
  const limit = readLimit(query.limit, MOST, faults);
  const position = openCursor(needs, query.cursor, path, faults);
  const since = query.since === '' ? undefined : parseMoment(query.since);
  if (query.since !== '' && since === undefined)
    faults.push({ field: 'since', message: 'must be a moment in ISO 8601 with its offset from UTC' });
  if (query.since !== '' && query.cursor !== '')
    faults.push({ field: 'since', message: 'must not be sent together with cursor' });
  const types = query.types === '' ? undefined : query.types.split(',').map((type) => type.trim());
  if (types && !types.every(isChosenType)) faults.push({ field: 'types', message: 'must be types of events' });
  const [first] = faults;
  if (first) throw invalid(`${first.field} ${first.message}.`, ...faults);
  const [place = 0, at = 0] = position ?? [];
  const after: FeedPosition | undefined = position && { place: Number(place), at: Number(at) as Instant };
  return { types: types as readonly ChosenType[] | undefined, after, since, limit };
}
