import { call, onSend, say, show } from './api.js';

const at = (id) => document.getElementById(id);
const onClick = (id, work) => at(id).addEventListener('click', work);

/** What browsers may forbid is done without. */
const keep = {
  get(store, key) {
    try {
      return store().getItem(key);
    } catch {
      return null;
    }
  },
  set(store, key, value) {
    try {
      store().setItem(key, value);
    } catch {
      /* then it is forgotten with the page */
    }
  },
  drop(store, key) {
    try {
      store().removeItem(key);
    } catch {
      /* it was never there */
    }
  },
};
const forThisBrowser = () => localStorage;
const forThisTab = () => sessionStorage;

const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Names this browser to the service, which may come to trust it. */
function deviceId() {
  const known = keep.get(forThisBrowser, 'device-id');
  if (known) return known;
  const fresh = randomName();
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
  const { ok, answer, sentence } = await call('api/auth/login', {
    body: { portal, email, password, device_id: deviceId() },
  });
  if (!ok) return say(sentence, true);
  at('password').value = '';
  await goOn(answer);
});

onSend(at('register-form'), async (form) => {
  say();
  const { ok, status, answer, sentence } = await call('api/auth/register', {
    body: { ...form, device_id: deviceId() },
  });
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

const resetToken = new URLSearchParams(location.search).get('token') ?? '';
/** The link has done what it could. */
const forgetLink = () => history.replaceState(null, '', location.pathname);

onSend(at('forgot-form'), async ({ email }) => {
  say();
  const { ok, sentence } = await call('api/auth/forgot-password', { body: { email } });
  if (ok) show('sent');
  else say(sentence, true);
});

onSend(at('choose-form'), async ({ password, again }) => {
  say();
  if (password !== again) return say('The two passwords are not the same. Please type them again.', true);
  const { ok, status, sentence } = await call('api/auth/reset-password', {
    body: { token: resetToken, new_password: password },
  });
  if (!ok) say(sentence, true);
  if (ok || status === 401) forgetLink();
  if (status === 401) show('forgot');
  if (!ok) return;
  forget();
  say('Your password is changed, and you are signed out on all your devices. Please sign in with the new one.');
  show('sign-in');
});

const WAYS = [
  ['to-register', 'register'],
  ['to-sign-in', 'sign-in'],
  ['start-over', 'sign-in'],
  ['to-forgot', 'forgot'],
  ['from-forgot', 'sign-in'],
  ['ask-again', 'forgot'],
  ['from-sent', 'sign-in'],
];
for (const [button, section] of WAYS) {
  onClick(button, () => {
    say();
    show(section);
  });
}

/**
 * What each outcome of a visit to Google means. No text is ever taken from the address: anybody can make a link to this
 * page.
 */
const PROBLEMS = {
  GOOGLE_NOT_SET_UP: 'Sign-in with Google is not set up here. Please use your e-mail address and password.',
  GOOGLE_STATE_INVALID: 'This sign-in has expired, or was started in another browser. Please start again.',
  GOOGLE_CANCELLED:
    'The sign-in with Google was cancelled. You can try again, or use your e-mail address and password.',
  GOOGLE_NO_CODE: 'Google did not finish the sign-in. Please try again.',
  GOOGLE_UNVERIFIED:
    'Google has not verified that this e-mail address is yours. Please verify it there first, or use your e-mail address and password.',
  GOOGLE_ADMIN: 'Administrators sign in with e-mail address and password only.',
  GOOGLE_FAILED:
    'Google could not be asked who you are, or did not say. Please try again in a moment, or use your e-mail address and password.',
  ACCOUNT_NOT_ACTIVE: 'This account may not sign in at present. Please contact support.',
  CODE_NOT_SENT:
    'No code could be mailed to you just now. One may be on its way already: please wait a few minutes before you try again.',
};
const SOME_PROBLEM = 'The sign-in with Google did not work. Please start again.';
const NOT_OURS = 'That sign-in was not started in this window, so we ignored it for your safety. Please sign in here.';

const problemIn = (brought) =>
  Object.hasOwn(PROBLEMS, brought.get('gcode') ?? '') ? PROBLEMS[brought.get('gcode')] : SOME_PROBLEM;

const NONCE = 'google-nonce';

/**
 * What Google's answer left in the fragment, taken out of the address bar before anything is done with it. It counts
 * only when it brings back what this tab went there with. Whoever made any other link may hope that a code is entered
 * here for a sign-in of theirs.
 */
function takeFragment() {
  const brought = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  const asked = keep.get(forThisTab, NONCE);
  const isOurs = asked !== null && brought.get('gnonce') === asked;
  if (isOurs) keep.drop(forThisTab, NONCE);
  return { brought, isOurs };
}

/** Where a visit begins that nothing was brought to. */
function showStart() {
  if (resetToken !== '' && location.search !== '') return show('choose');
  return session ? showWhoIsIn() : show('sign-in');
}

async function begin() {
  const { brought, isOurs } = takeFragment();
  say();
  if (brought.has('gerror')) {
    say(isOurs ? problemIn(brought) : SOME_PROBLEM, true);
    return show('sign-in');
  }
  if (!isOurs) {
    if (brought.has('gticket') || brought.has('gaccess')) say(NOT_OURS, true);
    return showStart();
  }
  if (brought.has('gticket')) {
    ticket = brought.get('gticket');
    return askForCode(brought.get('gemail') ?? 'your e-mail address');
  }
  if (brought.has('gaccess')) remember({ access: brought.get('gaccess'), refresh: brought.get('grefresh') ?? '' });
  return showStart();
}

onClick('google', () => {
  const nonce = randomName();
  keep.set(forThisTab, NONCE, nonce);
  at('google').href = `api/auth/google/start?${new URLSearchParams({ device_id: deviceId(), nonce })}`;
});
window.addEventListener('hashchange', begin);
await begin();
