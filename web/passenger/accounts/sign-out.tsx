import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { forgetPassenger } from '../../api/guard-person.ts';
import { to } from '../../api/settings.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { forgetDrafts } from '../draft.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

/** Two buttons: sign out of this browser at once, or of all devices after a confirmation. */
export function SignOut() {
  const { route } = useLocation();
  const sending = useSending();
  const isAsking = useSignal(false);
  const words = w.value.account;

  const leave = (): void => {
    session.end();
    forgetPassenger();
    forgetDrafts();
    toast(words.signedOut);
    route(to('/'));
  };
  const here = async (): Promise<void> => {
    const refresh = session.refreshToken();
    // Signs out here even when the service cannot be reached.
    await api.post('/api/auth/logout', { body: { ...(refresh !== undefined && { refresh }) } }).catch(() => undefined);
    leave();
  };
  const everywhere = async (): Promise<void> => {
    await api.post('/api/auth/logout-all');
    leave();
  };

  return (
    <section class="card" aria-labelledby="sign-out">
      <h2 id="sign-out">{words.signOutTitle}</h2>
      <div class="row">
        <button type="button" onClick={() => void sending.send(here)}>
          {words.signOut}
        </button>
        <button type="button" class="quiet" onClick={() => (isAsking.value = true)}>
          {words.signOutEverywhere}
        </button>
      </div>
      {isAsking.value && (
        <Dialog title={words.signOutEverywhereTitle} onClose={() => (isAsking.value = false)}>
          <p>{words.signOutEverywhereText}</p>
          <Refused sentence={sending.sentence} />
          <div class="row">
            <button type="button" class="main" onClick={() => void sending.send(everywhere)}>
              {words.signOutEverywhere}
            </button>
            <button type="button" onClick={() => (isAsking.value = false)}>
              {words.staySignedIn}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
