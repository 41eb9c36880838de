import { Fragment } from 'preact';
import { useRoute } from 'preact-iso/router';
import { Problem } from '../../api/problem.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { bothCalendars, dayAndTime, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { placeName } from '../../words/places.ts';
import { GettingOn, gettingOnOf, riddenOf } from '../bookings/getting-on.tsx';
import { OwnBus } from '../road/own-bus.tsx';
import { useKeptTicketPage } from '../bookings/keep-page.ts';
import { w } from '../words.ts';
import '../bookings/booking.css';
import '../../parts/facts.css';
import '../../style/print.css';
import { type SeenTicket, readTicket } from './tickets-by-link.ts';

const UNKNOWN = 'unknown';
const TWO_DAYS_MS = 2 * 86_400_000;

/**
 * The page of a ticket's link, which shows whether the ticket is valid. For passengers, relatives, and crews without a
 * scanner.
 */
export function Ticket() {
  const token = useRoute().query['token'] ?? '';
  const asked = useAsked<SeenTicket | typeof UNKNOWN>(
    async (signal) => {
      if (token === '') return UNKNOWN;
      return readTicket(token, signal).catch((error: unknown) => {
        if (error instanceof Problem && error.status === 404) return UNKNOWN;
        throw error;
      });
    },
    [token],
  );
  return (
    <div class="narrow">
      <Asked of={asked} isPage>
        {(seen) => (seen === UNKNOWN ? <Unknown /> : <Known seen={seen} token={token} />)}
      </Asked>
    </div>
  );
}

const Verdict = ({
  look,
  mark,
  children,
}: {
  readonly look: string;
  readonly mark: string;
  readonly children: string;
}) => (
  <p class={`verdict ${look}`}>
    <span class="mark" aria-hidden="true">
      <span>{mark}</span>
    </span>
    <span>{children}</span>
  </p>
);

const Unknown = () => (
  <>
    <PageTitle>{w.value.ticket.unknown}</PageTitle>
    <Verdict look="bad" mark="✕">
      {w.value.ticket.notValid}
    </Verdict>
    <p>{w.value.ticket.unknownText}</p>
  </>
);

/** Says that the booking was changed, and names the new one. Its owner gets a link to the new ticket. */
function ChangedTo({ booking }: { readonly booking: NonNullable<SeenTicket['status']['changed_to']> }) {
  const words = w.value.ticket;
  const { booking_code: code, departure_time: departs, ticket_url: url } = booking;
  return (
    <>
      <p>{words.changed}</p>
      <dl class="facts">
        <dt>{words.newBooking}</dt>
        <dd>{url === undefined ? code : <a href={url}>{code}</a>}</dd>
        <dt>{words.newDeparture}</dt>
        <dd>
          {timeOf(departs)}, {bothCalendars(dayOf(departs))}
        </dd>
      </dl>
    </>
  );
}

function Known({ seen: { status, seenAt, isKept }, token }: { readonly seen: SeenTicket; readonly token: string }) {
  useKeptTicketPage(status.valid && isKept);
  // The crew of the trip. Tickets stored by an earlier version have no crew.
  const { crew = [], changed_to: changedTo } = status as Partial<typeof status>;
  const words = w.value.ticket;
  const labels = w.value.bookings;
  const [on, ridden] = [gettingOnOf(status.getting_on, status), riddenOf(status)];
  // After the arrival, a booking may keep its status for a while, although its ticket is no longer valid.
  const isOver = !status.valid && ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'].includes(status.booking_status);
  // A late bus may still be on its road then.
  const isRecent = Date.parse(status.departure_time) + TWO_DAYS_MS > serviceNow();
  const facts = [
    [words.passenger, status.passenger_name],
    [labels.departure, `${timeOf(status.departure_time)}, ${bothCalendars(dayOf(status.departure_time))}`],
    [words.seats, status.seats.join(', ')],
    [labels.company, status.company_name],
    [labels.bus, status.bus_name],
    [labels.plate, status.registration_no],
  ].filter(([, value]) => value);
  return (
    <>
      <PageTitle small={labels.route(placeName(status.source_city), placeName(status.destination_city))}>
        {words.title(status.booking_code)}
      </PageTitle>
      {seenAt !== undefined && <p class="notice wait">{labels.seenEarlier(dayAndTime(seenAt))}</p>}
      <section class="card">
        {changedTo ? (
          <Verdict look="wait" mark="→">
            {labels.changedStatus}
          </Verdict>
        ) : (
          <Verdict
            look={status.valid ? 'good' : isOver ? 'wait' : 'bad'}
            mark={status.valid ? '✓' : isOver ? '■' : '✕'}
          >
            {status.valid ? words.valid : words.notValid}
          </Verdict>
        )}
        {changedTo ? (
          <ChangedTo booking={changedTo} />
        ) : (
          <p>{words.why[isOver ? 'COMPLETED' : status.booking_status]}</p>
        )}
        <hr class="perforation" />
        {!isOver && !changedTo && <GettingOn place={on} city={status.source_city} ridden={ridden} />}
        <dl class="facts">
          {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}-value`}>{value}</dd>])}
          {status.company_phone && (
            <>
              <dt>{words.phone}</dt>
              <dd>
                <PhoneLink number={status.company_phone} />
              </dd>
            </>
          )}
          {status.sold_by && (
            <>
              <dt>{words.agent}</dt>
              <dd>
                {words.soldBy(status.sold_by.name)}
                {status.sold_by.phone && (
                  <>
                    {' · '}
                    <PhoneLink number={status.sold_by.phone} />
                  </>
                )}
              </dd>
            </>
          )}
          {crew.map(({ role, name, phone }) => (
            <Fragment key={`${role} ${name}`}>
              <dt>{words.crew[role]}</dt>
              <dd>
                {name} · <PhoneLink number={phone} />
              </dd>
            </Fragment>
          ))}
        </dl>
        <hr class="perforation" />
        <QrCode text={token} label={words.code} />
      </section>
      {(status.valid || (isOver && isRecent)) && ridden && (
        <OwnBus
          journey={{
            ridden,
            cities: [status.source_city, status.destination_city],
            departsAt: status.departure_time,
            point: on.name,
            ticket: token,
          }}
        />
      )}
    </>
  );
}
