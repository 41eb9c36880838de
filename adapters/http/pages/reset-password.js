import { call, onSend, say, show } from './api.js';

const token = new URLSearchParams(location.search).get('token') ?? '';

const form = (id) => document.getElementById(id);

/** Each kind of account has its own address to ask at, and gets a link to its own page. */
const ASK_AT = { passenger: 'api/passenger/forgot-password', portal: 'api/auth/forgot-password' };

onSend(form('ask-form'), async ({ account, email }) => {
  say();
  const { ok, sentence } = await call(ASK_AT[account], { body: { email } });
  if (ok) show('sent');
  else say(sentence, true);
});

onSend(form('choose-form'), async ({ password, again }) => {
  say();
  if (password !== again) return say('The two passwords are not the same. Please type them again.', true);
  const { ok, status, sentence } = await call('api/passenger/reset-password', {
    body: { token, new_password: password },
  });
  if (ok || status === 401) history.replaceState(null, '', location.pathname); // the link has done what it could
  if (ok) return show('done');
  say(sentence, true);
  if (status === 401) show('ask');
});

document.getElementById('ask-again').addEventListener('click', () => show('ask'));

show(token === '' ? 'ask' : 'choose');
