import { call, onSend, say, show } from './api.js';

const at = (id) => document.getElementById(id);
const onClick = (id, work) => at(id).addEventListener('click', work);

/** What browsers may forbid is done without. */
const keep = {
  get(store, key) { try { return store().getItem(key); } catch { return null; } },
  set(store, key, value) { try { store().setItem(key, value); } catch { /* then it is forgotten with the page */ } },
  drop(store, key) { try { store().removeItem(key); } catch { /* it was never there */ } },
};
const forThisBrowser = () => localStorage;
const forThisTab = () => sessionStorage;

/** Names this browser to the service, which may come to trust it. */
function deviceId() {
  const known = keep.get(forThisBrowser, 'device-id');
  if (known) return known;
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep.set(forThisBrowser, 'device-id', fresh);
  return fresh;
}

let session = JSON.parse(keep.get(forThisTab, 'session') ?? 'null');
let ticket = '';

function remember({ access, refresh }) {
  session = { access, refresh };
  keep.set(forThisTab, 'session', JSON.stringify(session));
}
function forget() {
  session = null;
  keep.drop(forThisTab, 'session');
}

/** Calls with the access token; one that has run out is renewed once. */
async function callSignedIn(path, options = {}) {
  const first = await call(path, { ...options, token: session.access });
  if (first.status !== 401) return first;
  const renewed = await call('api/auth/refresh', { body: { refresh: session.refresh } });
  if (!renewed.ok) return first;
  remember(renewed.answer);
  return call(path, { ...options, token: session.access });
}

const ROLES = { OPERATOR: 'Bus company', ADMIN: 'Administrator', PASSENGER: 'Passenger' };

async function showWhoIsIn() {
  const { ok, status, answer, sentence } = await callSignedIn('api/auth/me');
  if (!ok) {
    if (status === 401) forget();
    say(status === 401 ? 'You were signed out. Please sign in again.' : sentence, true);
    return show('sign-in');
  }
  at('who-name').textContent = answer.full_name;
  at('who-email').textContent = answer.email;
  at('who-role').textContent = ROLES[answer.role] ?? answer.role;
  at('token').value = session.access;
  show('signed-in');
}

function askForCode(email) {
  at('code-email').textContent = email;
  at('digits').value = '';
  show('code');
}

/** Signed in, or a code is on its way. */
async function goOn(answer) {
  if (answer.otp_required) {
    ticket = answer.ticket;
    return askForCode(answer.email);
  }
  remember(answer);
  await showWhoIsIn();
}

onSend(at('sign-in-form'), async ({ portal, email, password }) => {
  say();
  const { ok, answer, sentence } = await call('api/auth/login', { body: { portal, email, password, device_id: deviceId() } });
  if (!ok) return say(sentence, true);
  at('password').value = '';
  await goOn(answer);
});

onSend(at('register-form'), async (form) => {
  say();
  const { ok, status, answer, sentence } = await call('api/auth/register', { body: { ...form, device_id: deviceId() } });
  if (ok) return goOn(answer);
  say(sentence, true);
  // The account is there, only its mail is not: signing in sends another.
  if (status === 502) show('sign-in');
});

onSend(at('code-form'), async ({ code }) => {
  say();
  const { ok, answer, sentence } = await call('api/auth/verify-otp', { body: { ticket, code: code.trim() } });
  if (ok) return goOn(answer);
  say(sentence, true);
  if (answer.code === 'TICKET_INVALID') return show('sign-in');
  at('digits').select();
});

onClick('resend', async () => {
  const { ok, answer, status, sentence } = await call('api/auth/resend-otp', { body: { ticket } });
  say(ok ? `A new code is on its way to ${answer.email}. Earlier ones no longer work.` : sentence, !ok);
  if (status === 401) show('sign-in');
});

onClick('sign-out', async () => {
  await callSignedIn('api/auth/logout', { body: { refresh: session.refresh } });
  forget();
  say('You are signed out.');
  show('sign-in');
});

onClick('sign-out-everywhere', async () => {
  const { ok, status, sentence } = await callSignedIn('api/auth/logout-all', { method: 'POST' });
  if (!ok && status !== 401) return say(sentence, true);
  forget();
  say('You are signed out on all devices.');
  show('sign-in');
});

for (const [button, section] of [['to-register', 'register'], ['to-sign-in', 'sign-in'], ['start-over', 'sign-in']]) {
  onClick(button, () => { say(); show(section); });
}

/** What Google's answer left in the fragment. It is taken out of the address bar before anything is done with it. */
function takeFragment() {
  const brought = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return brought;
}

async function begin() {
  const brought = takeFragment();
  say();
  if (brought.has('gerror')) {
    say(brought.get('gerror'), true);
    return show('sign-in');
  }
  if (brought.has('gticket')) {
    ticket = brought.get('gticket');
    return askForCode(brought.get('gemail') ?? 'your e-mail address');
  }
  if (brought.has('gaccess')) remember({ access: brought.get('gaccess'), refresh: brought.get('grefresh') ?? '' });
  return session ? showWhoIsIn() : show('sign-in');
}

at('google').href = `api/auth/google/start?${new URLSearchParams({ device_id: deviceId() })}`;
window.addEventListener('hashchange', begin);
await begin();
