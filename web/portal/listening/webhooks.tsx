import { useSignal } from '@preact/signals';
import { dayAndTime } from '../../parts/moment.ts';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import type { Column } from '../parts/table.tsx';
import { w } from './webhooks-words.ts';
import './webhooks.css';
import { NewWebhookForm } from './new-webhook.tsx';
import { type Webhook, webhookCalls, webhooksPage } from './webhook-calls.ts';

/** The page of the webhooks of a company, an agent or the platform. */
export function WebhooksPage() {
  const words = w.value;
  const calls = webhookCalls();
  const webhooks = usePaged({}, calls.list);
  const isAdding = useSignal(false);
  const secret = useSignal<string | undefined>(undefined);
  return (
    <>
      <div class="row apart">
        <PageTitle small={words.text}>{words.title}</PageTitle>
        <button type="button" class="main" onClick={() => (isAdding.value = true)}>
          {words.newWebhook}
        </button>
      </div>
      <PagedTable label={words.title} of={webhooks} columns={columns()} empty={words.none} hint={words.noneText} />
      {isAdding.value && (
        <NewWebhookForm
          add={calls.add}
          onAdded={async (added) => {
            isAdding.value = false;
            secret.value = added.secret;
            await webhooks.again();
          }}
          onClose={() => (isAdding.value = false)}
        />
      )}
      {secret.value !== undefined && <Secret of={secret.value} onClose={() => (secret.value = undefined)} />}
    </>
  );
}

/** Shows the secret of a webhook, once: the service keeps it encrypted. */
export const Secret = ({ of: secret, onClose }: { readonly of: string; readonly onClose: () => void }) => {
  const words = w.value;
  return (
    <ShownOnce
      title={words.secretTitle}
      text={words.secretText}
      label={words.secret}
      value={secret}
      onClose={onClose}
    />
  );
};

function columns(): readonly Column<Webhook>[] {
  const words = w.value;
  return [
    {
      title: words.address,
      cell: ({ id, url, description }) => (
        <span class="webhook-address">
          <Link page={`${webhooksPage()}/${id}`}>{url}</Link>
          {description !== '' && <span class="block faint">{description}</span>}
        </span>
      ),
    },
    { title: words.events, cell: ({ events }) => eventsOf(events) },
    {
      title: words.lastSuccess,
      cell: ({ last_success_at }) => (last_success_at === null ? words.never : dayAndTime(last_success_at)),
    },
    { title: words.state, cell: (webhook) => <WebhookState of={webhook} /> },
  ];
}

/** The types of events that a webhook gets, in words. */
export const eventsOf = (events: Webhook['events']): string => (events.includes('*') ? w.value.all : events.join(', '));

/** A badge that says whether events are sent, and whether they arrive. */
export function WebhookState({ of: { status, failing_since } }: { readonly of: Webhook }) {
  const words = w.value;
  if (status === 'DISABLED') return <span class="badge bad">{words.statuses.DISABLED}</span>;
  return failing_since === null ? (
    <span class="badge good">{words.statuses.ACTIVE}</span>
  ) : (
    <span class="badge wait">
      {words.failingSince} {dayAndTime(failing_since)}
    </span>
  );
}
