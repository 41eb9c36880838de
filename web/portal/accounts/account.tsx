import { useSignal } from '@preact/signals';
import { Refused, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { SecondFactor } from './second-factor/section.tsx';
import { api, leave, session } from '../session.ts';
import { w } from '../words.ts';

/** The page of the signed-in user, with a button that signs them out of all devices. */
export function AccountPage() {
  const sending = useSending();
  const user = session.user.value;
  const words = w.value.account;
  if (!user) return null;

  const signOutEverywhere = async (): Promise<void> => {
    await api.post('/api/auth/logout-all');
    leave();
  };
  const sendLink = async (): Promise<void> => {
    const email = user.email ?? '';
    await api.post('/api/auth/forgot-password', { body: { email } });
    toast(words.linkSent(email));
  };

  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <div class="card">
        <dl class="facts">
          <dt>{words.name}</dt>
          <dd>{user.full_name}</dd>
          <dt>{words.email}</dt>
          <dd>{user.email}</dd>
          <dt>{words.role}</dt>
          <dd>{words.roles[user.role]}</dd>
        </dl>
        <hr class="perforation" />
        <Refused sentence={sending.sentence} />
        <p>
          {words.password}{' '}
          <button type="button" class="link" onClick={() => void sending.send(sendLink)}>
            {words.passwordLink}
          </button>
        </p>
        <p class="faint">{words.everywhereText}</p>
        <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(signOutEverywhere)}>
          {words.everywhere}
        </button>
      </div>
      <SecondFactor />
      <ForDevelopers />
    </>
  );
}

/** Shows an access token that developers can use to try the API. */
function ForDevelopers() {
  const token = useSignal('');
  const words = w.value.account;
  const fetchToken = async (isOpen: boolean): Promise<void> => {
    token.value = isOpen ? ((await session.token()) ?? '') : '';
  };
  return (
    <details onToggle={({ currentTarget }) => void fetchToken(currentTarget.open).catch(() => undefined)}>
      <summary>{words.developers}</summary>
      <label class="field">
        <span class="block">{words.token}</span>
        <textarea readOnly rows={4} value={token.value} />
      </label>
      <p class="hint">{words.tokenText}</p>
    </details>
  );
}
