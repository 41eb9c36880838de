import { call, onSend, say, show } from './api.js';

const token = new URLSearchParams(location.search).get('token') ?? '';

onSend(document.getElementById('join-form'), async ({ password, again }) => {
  say();
  if (password !== again) return say('The two passwords are not the same. Please type them again.', true);
  const { ok, status, answer, sentence } = await call('../api/auth/accept-invitation', { body: { token, password } });
  if (ok || status === 401) history.replaceState(null, '', location.pathname); // the link has done what it could
  if (ok) {
    document.getElementById('email').textContent = answer.email;
    return show('done');
  }
  if (status === 401) return show('over');
  say(sentence, true);
});

show(token === '' ? 'over' : 'join');
