import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { Question } from '../parts/question.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import './devices.css';
import { type Enrolling, Enrolment } from './enrolment.tsx';

type Device = Schemas['Device'];

const ASK_EVERY_MS = 3_000;

/** The page of the crew's phones, where the company enrols new phones and revokes old ones. */
export function DevicesPage() {
  const paging = usePaged({}, (options) => api.get('/api/operator/devices', options));
  const enrolling = useSignal<Enrolling | undefined>(undefined);
  const leaving = useSignal<Device | undefined>(undefined);
  const words = w.value.devices;

  // Asks the service repeatedly until the phone is enrolled, because the phone does not report to this page.
  const shown = enrolling.value;
  useEffect(() => {
    if (!shown) return;
    const asking = setInterval(() => {
      void paging.again().then(() => {
        const now = paging.state.peek();
        const device = now.is === 'here' ? now.value.results.find(({ id }) => id === shown.id) : undefined;
        if (!device || device.enrolled_at === null) return;
        enrolling.value = undefined;
        toast(words.enrolled(device.name));
      });
    }, ASK_EVERY_MS);
    return () => clearInterval(asking);
  }, [shown]);

  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      {enrolling.value ? (
        <Enrolment of={enrolling.value} onClose={() => (enrolling.value = undefined)} />
      ) : (
        <AddDevice
          onAdded={async (added) => {
            enrolling.value = added;
            await paging.again();
          }}
        />
      )}
      <Paged
        of={paging}
        empty={
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <div class="card">
            <Table
              label={words.title}
              columns={columns((device) => (leaving.value = device))}
              rows={rows}
              keyOf={({ id }) => id}
            />
          </div>
        )}
      </Paged>
      {leaving.value && (
        <Revoking
          key={leaving.value.id}
          device={leaving.value}
          onRevoked={paging.again}
          onClose={() => (leaving.value = undefined)}
        />
      )}
    </>
  );
}

function AddDevice({ onAdded }: { readonly onAdded: (added: Enrolling) => Promise<void> }) {
  const sending = useSending();
  const name = useSignal('');
  const words = w.value.devices;
  return (
    <div class="card">
      <Form
        sending={sending}
        label={words.enrol}
        onSend={async () => onAdded(await api.post('/api/operator/devices', { body: { name: name.value } }))}
      >
        <Field
          label={words.name}
          maxLength={60}
          hint={words.nameHint}
          value={name.value}
          onValue={(value) => (name.value = value)}
          error={sending.errorOf('name')}
        />
        <SendButton sending={sending}>{words.enrol}</SendButton>
      </Form>
    </div>
  );
}

/** Milliseconds without a request from a phone, after which the service refuses the phone's token. */
const AWAY_MS = 60 * 86_400_000;

function stateOf({ revoked_at, enrolled_at, last_seen_at }: Device): 'waiting' | 'ready' | 'away' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  if (enrolled_at === null) return 'waiting';
  return serviceNow() >= Date.parse(last_seen_at ?? enrolled_at) + AWAY_MS ? 'away' : 'ready';
}

const LOOKS = { waiting: 'wait', ready: 'good', away: 'bad', revoked: '' } as const;

function columns(onRevoke: (device: Device) => void): readonly Column<Device>[] {
  const words = w.value.devices;
  const moment = (at: string | null): string => (at === null ? words.never : dayAndTime(at));
  return [
    { title: words.phone, cell: ({ name }) => <strong>{name}</strong> },
    { title: words.model, cell: ({ model }) => model ?? '–' },
    { title: words.addedBy, cell: ({ added_by }) => added_by?.full_name ?? '–' },
    { title: words.enrolledAt, cell: ({ enrolled_at }) => moment(enrolled_at) },
    { title: words.lastSeen, cell: ({ last_seen_at }) => moment(last_seen_at) },
    {
      title: words.state,
      cell: (device) => <span class={`badge ${LOOKS[stateOf(device)]}`}>{words.states[stateOf(device)]}</span>,
    },
    {
      title: words.revoke,
      isAction: true,
      cell: (device) =>
        stateOf(device) !== 'revoked' && (
          <button type="button" class="link" aria-label={words.revokeOf(device.name)} onClick={() => onRevoke(device)}>
            {words.revoke}
          </button>
        ),
    },
  ];
}

function Revoking({
  device: { id, name },
  onRevoked,
  onClose,
}: {
  readonly device: Device;
  readonly onRevoked: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value.devices;
  return (
    <Question
      title={words.revokeTitle(name)}
      yes={words.revoke}
      no={words.keep}
      onNo={onClose}
      onYes={async () => {
        await api.delete('/api/operator/devices/{id}', { path: { id } });
        onClose();
        toast(words.revoked(name));
        await onRevoked();
      }}
    >
      <p>{words.revokeText}</p>
    </Question>
  );
}
