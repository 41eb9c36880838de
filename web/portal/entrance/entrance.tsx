import { useSignal, useSignalEffect } from '@preact/signals';
import { session, api } from '../session.ts';
import { w } from '../words.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { LOGIN_PAGE, NOTHING, brought } from './brought.ts';
import { ChoosePassword } from './choose-password.tsx';
import { EnterCode } from './enter-code.tsx';
import { Register } from './register.tsx';
import { SignIn } from './sign-in-page.tsx';
import type { News, Outcome } from './sign-in.ts';

/** Where people come in who are not signed in: after it they are where they wanted to go. */
export function Entrance({ page }: { readonly page: string }) {
  const code = useSignal<{ readonly ticket: string; readonly email: string } | undefined>(undefined);
  const news = useSignal<News | undefined>(undefined);
  const resetToken = useSignal(page === LOGIN_PAGE ? (new URLSearchParams(location.search).get('token') ?? '') : '');

  const goOn = (outcome: Outcome): void => {
    news.value = undefined;
    if ('access' in outcome) session.begin(outcome);
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

  if (code.value) return <EnterCode sent={code.value} goOn={goOn} startOver={startOver} />;
  if (resetToken.value !== '')
    return (
      <ChoosePassword
        token={resetToken.value}
        onDone={(said) => {
          resetToken.value = '';
          news.value = said;
          // A session that this browser kept has ended with the old password.
          if (!said.isBad) session.end();
        }}
      />
    );
  if (page === '/portal/register') return <Register goOn={goOn} />;
  if (page === '/portal/forgot-password') return <ForgotPassword />;
  return <SignIn news={news.value} goOn={goOn} />;
}
