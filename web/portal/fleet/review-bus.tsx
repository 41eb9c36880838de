import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { amenityName } from '../../parts/amenities.ts';
import { digits } from '../../words/digits.ts';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { Facts } from '../parts/facts.tsx';
import { Table } from '../parts/table.tsx';
import { api } from '../session.ts';
import { busTypeName } from './bus-type.tsx';
import { w } from '../words.ts';
import { SeatsShown } from './seats-shown.tsx';
import { Approval, PaperState, PapersState, Service } from './states.tsx';
import { Decision } from './decision.tsx';

type Bus = Schemas['BusWithDocuments'];

/** Shows a bus with its seats and papers, beside the form in which an administrator approves or rejects it. */
export function ReviewBus({ id, onDecided }: { readonly id: number; readonly onDecided: () => void }) {
  const asked = useAsked(
    async (signal) => {
      const [bus, { seat_map }] = await Promise.all([
        api.get('/api/admin/buses/{id}', { path: { id }, signal }),
        api.get('/api/admin/buses/{id}/seat-map', { path: { id }, signal }),
      ]);
      return { bus, map: seat_map };
    },
    [id],
  );
  return (
    <Asked of={asked}>
      {({ bus, map }) => (
        <div class="beside">
          <div>
            <section class="card">
              <h2>{w.value.admin.reviews.seats}</h2>
              {map ? <SeatsShown map={map} /> : <p>{w.value.buses.noMap(digits(bus.total_seats))}</p>}
            </section>
            <PapersOfBus bus={bus} />
          </div>
          <Decide
            // A new revision of the bus resets the form, because the decision is about the shown revision.
            key={bus.revision}
            bus={bus}
            onDecided={() => {
              onDecided();
              void asked.again();
            }}
            onChanged={() => void asked.again()}
          />
        </div>
      )}
    </Asked>
  );
}

/** The papers of a bus, each with its state. */
function PapersOfBus({ bus }: { readonly bus: Bus }) {
  const words = w.value.papers;
  return (
    <section class="card">
      <h2>{w.value.admin.reviews.others}</h2>
      {bus.documents.length === 0 ? (
        <p class="faint">{words.none}</p>
      ) : (
        <Table
          label={w.value.admin.reviews.others}
          rows={bus.documents}
          keyOf={({ id }) => id}
          columns={[
            {
              title: words.paper,
              cell: ({ id, type }) => (
                <Link page={`/portal/admin/buses/${bus.id}?document=${id}`}>{words.types[type]}</Link>
              ),
            },
            {
              title: words.validUntil,
              cell: ({ valid_until }) => (valid_until === null ? words.always : bothCalendars(valid_until)),
            },
            { title: words.state, cell: (document) => <PaperState of={document} /> },
          ]}
        />
      )}
    </section>
  );
}

function Decide({
  bus,
  onDecided,
  onChanged,
}: {
  readonly bus: Bus;
  readonly onDecided: () => void;
  readonly onChanged: () => void;
}) {
  const words = w.value.admin.reviews;
  const of = w.value.buses;
  const sendOnce = useSendOnce();
  const { id, revision, registration_no: name, approval_status: state } = bus;

  const approve = async (): Promise<void> => {
    const body = { revision };
    await sendOnce(body, (key) => api.post('/api/admin/buses/{id}/approve', { path: { id }, body, key }));
    toast(words.approvedBus(name));
    onDecided();
  };
  const reject = async (reason: string): Promise<void> => {
    const body = { reason, revision };
    await sendOnce(body, (key) => api.post('/api/admin/buses/{id}/reject', { path: { id }, body, key }));
    toast(words.rejectedBus(name));
    onDecided();
  };

  return (
    <section class="card">
      <h2>
        {bus.bus_name} · {name}
      </h2>
      <Facts
        of={{
          [w.value.admin.common.company]: (
            <Link page={`/portal/admin/companies/${bus.operator.id}`}>{bus.operator.company_name}</Link>
          ),
          [of.type]: busTypeName(bus.bus_type),
          [of.seats]: digits(bus.total_seats),
          [of.amenities]: bus.amenities.map(amenityName).join(', '),
          [of.approval]: <Approval of={bus} />,
          [of.service]: <Service of={bus} />,
          [of.papers]: <PapersState of={bus} />,
          [words.added]: bothCalendars(dayOf(bus.created_at)),
        }}
      />
      {bus.rejection_reason !== null && <p class="notice bad">{words.rejectedBecause(bus.rejection_reason)}</p>}
      {state !== 'REJECTED' && (
        <>
          <hr class="perforation" />
          <Decision
            key={bus.id}
            of={`bus-${bus.id}`}
            revision={bus.revision}
            onApprove={state === 'PENDING' ? approve : undefined}
            onReject={reject}
          />
          <p>
            <button type="button" class="link" onClick={onChanged}>
              {words.another}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
