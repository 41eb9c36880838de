import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAndTime, dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { Facts } from '../parts/facts.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { UserState } from './users.tsx';

type User = Schemas['ListedUser'];
type Action = 'suspend' | 'reactivate' | 'signOut';

/** The page of a user, with buttons to suspend the account and to lift the suspension. */
export function AnyUserPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/admin/users/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(user) => <Shown user={user} onChanged={asked.set} />}
    </Asked>
  );
}

/** A badge that says whether the user has proved that the e-mail address or phone number is theirs. */
function Proof({ isVerified }: { readonly isVerified: boolean }) {
  const { verified, notVerified } = w.value.admin.users;
  return <span class={`badge ${isVerified ? 'good' : 'wait'}`}>{isVerified ? verified : notVerified}</span>;
}

function Shown({ user, onChanged }: { readonly user: User; readonly onChanged: (to: User) => void }) {
  const words = w.value.admin.users;
  const asks = useSignal<Action | undefined>(undefined);
  const actions: readonly Action[] = user.status === 'ACTIVE' ? ['suspend', 'signOut'] : ['reactivate'];
  return (
    <>
      <PageTitle small={words.roles[user.role]}>{user.full_name}</PageTitle>
      <section class="card">
        <p>
          <UserState of={user} />
        </p>
        <Facts
          of={{
            [w.value.admin.common.email]: user.email !== null && (
              <>
                <a href={`mailto:${user.email}`}>{user.email}</a> <Proof isVerified={user.email_verified} />
              </>
            ),
            [w.value.admin.common.phone]: user.phone !== null && (
              <>
                <PhoneLink number={user.phone} /> <Proof isVerified={user.phone_verified} />
              </>
            ),
            [words.lastSeen]: user.last_login_at === null ? words.never : dayAndTime(user.last_login_at),
            [words.since]: bothCalendars(dayOf(user.created_at)),
          }}
        />
        <hr class="perforation" />
        <div class="row">
          {actions.map((action) => (
            <button key={action} type="button" onClick={() => (asks.value = action)}>
              {words[action]}
            </button>
          ))}
          {user.role === 'PASSENGER' && (
            <Link
              page={`/portal/admin/bookings?q=${encodeURIComponent(user.phone ?? user.email ?? '')}`}
              class="button"
            >
              {w.value.bookings.title}
            </Link>
          )}
          <Link page={`/portal/admin/logs?user_id=${user.id}`} class="button">
            {words.trail}
          </Link>
          <Link page={`/portal/admin/logs?log=logins&user_id=${user.id}`} class="button">
            {words.logins}
          </Link>
        </div>
      </section>
      {asks.value && (
        <Ask
          action={asks.value}
          user={user}
          onClose={() => (asks.value = undefined)}
          onDone={(changed) => {
            asks.value = undefined;
            onChanged(changed);
          }}
        />
      )}
    </>
  );
}

/** The texts of each action's dialog. */
function wordsOf(action: Action, name: string) {
  const words = w.value.admin.users;
  return {
    suspend: {
      title: words.suspendTitle(name),
      text: words.suspendText,
      yes: words.suspendIt,
      done: words.suspended(name),
    },
    reactivate: {
      title: words.reactivateTitle(name),
      text: words.reactivateText,
      yes: words.reactivateIt,
      done: words.reactivated(name),
    },
    signOut: {
      title: words.signOutTitle(name),
      text: words.signOutText,
      yes: words.signOutIt,
      done: words.signedOut(name),
    },
  }[action];
}

function Ask({
  action,
  user: { id, full_name },
  onDone,
  onClose,
}: {
  readonly action: Action;
  readonly user: User;
  readonly onDone: (user: User) => void;
  readonly onClose: () => void;
}) {
  const { title, text, yes, done } = wordsOf(action, full_name);
  const reason = useSignal('');
  const sendOnce = useSendOnce();
  const act = async (): Promise<void> => {
    const body = { reason: reason.value.trim() };
    const path = { id };
    const send = {
      suspend: (key: string) => api.post('/api/admin/users/{id}/suspend', { path, key, body }),
      reactivate: (key: string) => api.post('/api/admin/users/{id}/reactivate', { path, key }),
      signOut: (key: string) => api.post('/api/admin/users/{id}/sign-out', { path, key }),
    }[action];
    const changed = await sendOnce([action, body], send);
    toast(done);
    onDone(changed);
  };
  return (
    <QuestionForm title={title} yes={yes} act={act} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{text}</p>
          {action === 'suspend' && (
            <Field
              label={w.value.admin.common.reason}
              maxLength={500}
              value={reason.value}
              error={errorOf('reason')}
              onValue={(value) => (reason.value = value)}
            />
          )}
        </>
      )}
    </QuestionForm>
  );
}
