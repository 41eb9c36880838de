import { useLocation, useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { api, may } from '../session.ts';
import { busTypeName } from './bus-type.tsx';
import { w } from '../words.ts';
import './bus.css';
import { BusForm } from './bus-form.tsx';
import { Papers } from './papers.tsx';
import { SeatsShown } from './seats-shown.tsx';
import { Approval, PapersState, Service, lackingPapers, namesOf } from './states.tsx';

type Bus = Schemas['Bus'];

/** The page of a bus with its seats and papers, or the form for a new bus. */
export function BusPage() {
  const { id } = useRoute().params;
  return id === 'new' ? <NewBus /> : <ExistingBus key={id} id={Number(id)} />;
}

function NewBus() {
  const { route } = useLocation();
  const templates = useAsked((signal) => api.get('/api/operator/seat-map-templates', { signal }), []);
  const words = w.value.buses;
  return (
    <>
      <PageTitle small={words.newText}>{words.newTitle}</PageTitle>
      <Asked of={templates}>
        {(all) => (
          <div class="card">
            <BusForm
              map={null}
              templates={all}
              onSaved={({ id }) => {
                toast(words.added);
                route(to(`/portal/buses/${id}`), true);
              }}
            />
          </div>
        )}
      </Asked>
    </>
  );
}

function ExistingBus({ id }: { readonly id: number }) {
  const asking = useAsked(
    async (signal) => {
      const call = { path: { id }, signal };
      const [bus, { seat_map: map }, templates] = await Promise.all([
        api.get('/api/operator/buses/{id}', call),
        api.get('/api/operator/buses/{id}/seat-map', call),
        api.get('/api/operator/seat-map-templates', { signal }),
      ]);
      return { bus, map, templates };
    },
    [id],
  );
  const words = w.value.buses;
  return (
    <>
      <p>
        <Link page="/portal/buses">{words.title}</Link>
      </p>
      <Asked of={asking} isPage>
        {({ bus, map, templates }) => (
          <>
            <PageTitle small={<States of={bus} />}>{bus.bus_name}</PageTitle>
            <Review of={bus} onChange={asking.again} />
            <section class="card" aria-labelledby="details">
              <h2 id="details">{words.details}</h2>
              {may('MANAGER') ? (
                <BusForm
                  // A saved bus has a new revision, which resets the form to the saved values.
                  key={bus.revision}
                  bus={bus}
                  map={map}
                  templates={templates}
                  onSaved={async () => {
                    await asking.again();
                    toast(words.saved);
                  }}
                />
              ) : map ? (
                <SeatsShown map={map} />
              ) : (
                <p>{words.noMap(digits(bus.total_seats))}</p>
              )}
            </section>
            {may('MANAGER') && <Papers bus={id} onChange={asking.again} />}
            {may('MANAGER') && <InService of={bus} onChange={asking.again} />}
          </>
        )}
      </Asked>
    </>
  );
}

const States = ({ of: bus }: { readonly of: Bus }) => (
  <span class="row">
    <strong>{bus.registration_no}</strong> {busTypeName(bus.bus_type)}
    <Approval of={bus} />
    <PapersState of={bus} />
    <Service of={bus} />
  </span>
);

/** Lists what the company must still do before the bus can sell seats. */
function Review({ of: bus, onChange }: { readonly of: Bus; readonly onChange: () => Promise<void> }) {
  const sending = useSending();
  const words = w.value.buses;
  const sendAgain = async (): Promise<void> => {
    // A PATCH with the registration number requests a new review, even when the number is the same.
    const body = { registration_no: bus.registration_no };
    await api.patch('/api/operator/buses/{id}', { path: { id: bus.id }, body });
    await onChange();
    toast(words.sentAgain);
  };
  return (
    <>
      <Refused sentence={sending.sentence} />
      {bus.approval_status === 'REJECTED' && (
        <div class="notice bad">
          <p>{words.rejected(bus.rejection_reason ?? '')}</p>
          <p>{words.rejectedWhat}</p>
          {may('MANAGER') && (
            <button type="button" onClick={() => void sending.send(sendAgain)}>
              {words.sendAgain}
            </button>
          )}
        </div>
      )}
      {bus.approval_status === 'PENDING' && <p class="notice wait">{words.pending}</p>}
      {lackingPapers(bus).length > 0 && <p class="notice wait">{words.missingNow(namesOf(lackingPapers(bus)))}</p>}
      {bus.papers_waiting.length > 0 && (
        <p class="notice wait">
          {words.papersWait(bus.papers_waiting.length)}: {namesOf(bus.papers_waiting)}
        </p>
      )}
    </>
  );
}

/**
 * The buttons that take a bus out of service and return it to service. A bus out of service sells no seats and gets no
 * trips.
 */
function InService({ of: bus, onChange }: { readonly of: Bus; readonly onChange: () => Promise<void> }) {
  const sending = useSending();
  const words = w.value.buses;
  const isIn = bus.status === 'ACTIVE';
  const turn = async (): Promise<void> => {
    const body = { status: isIn ? ('INACTIVE' as const) : ('ACTIVE' as const) };
    await api.patch('/api/operator/buses/{id}', { path: { id: bus.id }, body });
    await onChange();
    toast(isIn ? words.takenOut : words.putBack);
  };
  return (
    <>
      <Refused sentence={sending.sentence} />
      <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(turn)}>
        {isIn ? words.takeOut : words.putIn}
      </button>
    </>
  );
}
