import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../../api/operations.ts';
import { Refused, useSending } from '../../../parts/form.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { type Secret, SetUp } from '../second-factor/set-up.tsx';
import { api, session } from '../../session.ts';
import { w } from '../../words.ts';
import { setUpTicket } from './sign-in.ts';

interface Finished {
  readonly codes: readonly string[];
  readonly tokens: Schemas['Session'];
}

/** Sets up the required authenticator app at an administrator's first sign-in. */
export function SetUpAppPage() {
  const sending = useSending();
  const secret = useSignal<Secret | undefined>(undefined);
  const finished = useSignal<Finished | undefined>(undefined);
  const words = w.value.secondFactor;
  const ticket = setUpTicket.value;

  const startOver = (): void => void (setUpTicket.value = '');
  useEffect(
    () => void sending.send(async () => (secret.value = await api.post('/api/auth/totp/start', { body: { ticket } }))),
    [],
  );
  const confirm = async (code: string): Promise<void> => {
    const answer = await api.post('/api/auth/totp/confirm', { body: { code, ticket } });
    if ('access' in answer) finished.value = { codes: answer.recovery_codes, tokens: answer };
  };
  /** Begins the session only after the recovery codes were shown, because a session replaces this page. */
  const goIn = ({ access, refresh, user }: Finished['tokens']): void => {
    startOver();
    session.begin({ access, refresh, user });
  };

  return (
    <>
      <PageTitle small={words.requiredText}>{words.requiredTitle}</PageTitle>
      <section class="card" aria-label={words.title}>
        <Refused sentence={sending.sentence} />
        {sending.sentence.value && (
          <button type="button" onClick={startOver}>
            {w.value.entrance.startOver}
          </button>
        )}
        {finished.value ? (
          <FinishedCodes of={finished.value} goIn={goIn} />
        ) : (
          secret.value && <SetUp of={secret.value} confirm={confirm} cancel={startOver} />
        )}
      </section>
    </>
  );
}

const FinishedCodes = ({
  of: { codes, tokens },
  goIn,
}: {
  readonly of: Finished;
  readonly goIn: (tokens: Finished['tokens']) => void;
}) => <RecoveryCodes codes={codes} done={() => goIn(tokens)} />;
