import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Form, Refused, SendButton, useSending } from '../../parts/form.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { NotFound } from '../../parts/not-found.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { Facts } from '../parts/facts.tsx';
import { momentIn } from '../parts/local-time.ts';
import { Question } from '../parts/question.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { w } from './webhooks-words.ts';
import { Deliveries, useDeliveries } from './deliveries.tsx';
import { type Webhook, webhookCalls, webhooksPage } from './webhook-calls.ts';
import { Secret, WebhookState, eventsOf } from './webhooks.tsx';

/** The page of one webhook. An owner has at most ten, so it is found in the list of all. */
export function WebhookPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked(
    async (signal) => (await webhookCalls().list({ query: {}, signal })).results.find((one) => one.id === id) ?? null,
    [id],
  );
  return (
    <Asked of={asked} isPage>
      {(webhook) => (webhook ? <Shown webhook={webhook} again={asked.again} /> : <NotFound />)}
    </Asked>
  );
}

function Shown({ webhook, again }: { readonly webhook: Webhook; readonly again: () => Promise<void> }) {
  const words = w.value;
  const calls = webhookCalls();
  const { id, url, description, events, status, disabled_because: because } = webhook;
  const { route } = useLocation();
  const deliveries = useDeliveries(id);
  const sending = useSending();
  const asks = useSignal<'off' | 'remove' | 'rotate' | undefined>(undefined);
  const secret = useSignal<string | undefined>(undefined);
  const close = (): void => void (asks.value = undefined);
  const isOn = status === 'ACTIVE';

  const test = async (): Promise<void> => {
    await calls.test(id);
    toast(words.tested);
    await deliveries.again();
  };
  const switchOn = async (): Promise<void> => {
    const { missed = 0 } = await calls.setStatus(id, 'ACTIVE');
    toast(missed > 0 ? words.missed(missed, digits(missed)) : words.isOn);
    await again();
  };
  return (
    <>
      <PageTitle small={description}>{url}</PageTitle>
      <div class="row webhook-acts">
        <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(test)}>
          {words.test}
        </button>
        <button type="button" onClick={() => (asks.value = 'rotate')}>
          {words.newSecret}
        </button>
        <button type="button" onClick={() => (isOn ? (asks.value = 'off') : void sending.send(switchOn))}>
          {isOn ? words.off : words.on}
        </button>
        <button type="button" onClick={() => (asks.value = 'remove')}>
          {words.remove}
        </button>
      </div>
      <Refused sentence={sending.sentence} />
      <section class="card" aria-labelledby="health">
        <h2 id="health">{words.health}</h2>
        <p>
          <WebhookState of={webhook} /> {because !== null && words.because[because]}
        </p>
        <Facts
          of={{
            [words.events]: eventsOf(events),
            [words.lastSuccess]: webhook.last_success_at === null ? words.never : dayAndTime(webhook.last_success_at),
            [words.failingSince]: webhook.failing_since !== null && dayAndTime(webhook.failing_since),
            [words.made]: dayAndTime(webhook.created_at),
          }}
        />
      </section>
      <Replay id={id} onReplayed={deliveries.again} />
      <Deliveries of={deliveries} webhook={id} />
      {asks.value === 'off' && (
        <Question
          title={words.offTitle(url)}
          yes={words.off}
          no={words.keep}
          onNo={close}
          onYes={async () => {
            await calls.setStatus(id, 'DISABLED');
            close();
            toast(words.isOff);
            await again();
          }}
        >
          <p>{words.offText}</p>
        </Question>
      )}
      {asks.value === 'remove' && (
        <Question
          title={words.removeTitle(url)}
          yes={words.remove}
          no={words.keep}
          onNo={close}
          onYes={async () => {
            await calls.remove(id);
            toast(words.removed);
            route(to(webhooksPage()));
          }}
        >
          <p>{words.removeText}</p>
        </Question>
      )}
      {asks.value === 'rotate' && (
        <NewSecret
          id={id}
          onClose={close}
          onMade={async (made) => {
            close();
            secret.value = made;
            await again();
          }}
        />
      )}
      {secret.value !== undefined && <Secret of={secret.value} onClose={() => (secret.value = undefined)} />}
    </>
  );
}

/** The dialog that makes a new secret, and may end the old one at once. */
function NewSecret({
  id,
  onMade,
  onClose,
}: {
  readonly id: number;
  readonly onMade: (secret: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value;
  const atOnce = useSignal(false);
  return (
    <QuestionForm
      title={words.newSecret}
      yes={words.makeSecret}
      onClose={onClose}
      act={async () => onMade((await webhookCalls().rotate(id, atOnce.value)).secret)}
    >
      {() => (
        <>
          <p>{words.newSecretText}</p>
          <label class="choice">
            <input
              type="checkbox"
              checked={atOnce.value}
              onChange={({ currentTarget }) => (atOnce.value = currentTarget.checked)}
            />
            {words.atOnce}
          </label>
        </>
      )}
    </QuestionForm>
  );
}

/** The form that sends all events since a moment again. */
function Replay({ id, onReplayed }: { readonly id: number; readonly onReplayed: () => Promise<void> }) {
  const words = w.value;
  const sending = useSending();
  const since = useSignal('');
  return (
    <section class="card" aria-labelledby="replay">
      <h2 id="replay">{words.sendMissed}</h2>
      <Form
        sending={sending}
        onSend={async () => {
          const from = momentIn(since.value);
          if (from === undefined) {
            sending.refuse('', { since: words.sinceWrong });
            return;
          }
          const { deliveries, until } = await webhookCalls().replay(id, from);
          const said = words.replayed(deliveries, digits(deliveries));
          toast(deliveries === MOST && until !== null ? `${said} ${words.replayedUntil(dayAndTime(until))}` : said);
          await onReplayed();
        }}
      >
        <MomentField
          label={words.since}
          hint={words.sinceHint}
          value={since.value}
          onValue={(value) => (since.value = value)}
          error={sending.errorOf('since')}
        />
        <SendButton sending={sending} class="">
          {words.replay}
        </SendButton>
      </Form>
    </section>
  );
}

/** The most events that one replay sends. */
const MOST = 10_000;
