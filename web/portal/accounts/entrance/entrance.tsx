import { useSignal, useSignalEffect } from '@preact/signals';
import { lazyPage } from '../../../parts/lazy-page.tsx';
import { session, api } from '../../session.ts';
import { w } from '../../words.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { type CodeWanted, LOGIN_PAGE, NOTHING, brought } from './brought.ts';
import { ChoosePassword } from './choose-password.tsx';
import { EnterCode } from './enter-code.tsx';
import { Register } from './register.tsx';
import { SignIn } from './sign-in-page.tsx';
import { type News, type Outcome, sessionNews, setUpTicket } from './sign-in.ts';

const SetUpApp = lazyPage(async () => (await import('./set-up-app.tsx')).SetUpAppPage);

/** The pages for people who are not signed in. After the sign-in, the page that the user requested is shown. */
export function Entrance({ page }: { readonly page: string }) {
  const code = useSignal<CodeWanted | undefined>(undefined);
  const news = useSignal<News | undefined>(sessionNews());
  const resetToken = useSignal(page === LOGIN_PAGE ? (new URLSearchParams(location.search).get('token') ?? '') : '');

  const goOn = (outcome: Outcome): void => {
    news.value = undefined;
    if ('access' in outcome) session.begin(outcome);
    else if (outcome.method === 'totp-setup') setUpTicket.value = outcome.ticket;
    else code.value = outcome;
  };
  const startOver = (said?: News): void => {
    code.value = undefined;
    news.value = said;
  };

  useSignalEffect(() => {
    const { code: mailed, refresh, failure } = brought.value;
    brought.value = NOTHING;
    if (mailed) code.value = mailed;
    if (failure !== undefined) {
      const { googleProblems, googleFailed } = w.value.entrance;
      startOver({ text: googleProblems[failure] ?? googleFailed, isBad: true });
    }
    if (refresh !== undefined)
      void api.post('/api/auth/refresh', { body: { refresh } }).then(session.begin, () => {
        startOver({ text: w.value.entrance.googleFailed, isBad: true });
      });
  });

  if (setUpTicket.value !== '') return <SetUpApp />;
  if (code.value) return <EnterCode sent={code.value} goOn={goOn} startOver={startOver} />;
  if (resetToken.value !== '')
    return (
      <ChoosePassword
        token={resetToken.value}
        onDone={(said) => {
          resetToken.value = '';
          news.value = said;
          // Setting a new password ends all sessions that began with the old one, including this browser's.
          if (!said.isBad) session.end();
        }}
      />
    );
  if (page === '/portal/register') return <Register goOn={goOn} />;
  if (page === '/portal/forgot-password') return <ForgotPassword />;
  return <SignIn news={news.value} goOn={goOn} />;
}
