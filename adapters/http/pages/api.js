/** Calls the API this page belongs to. Never throws: whatever happens, there is an answer with a sentence to show. */
export async function call(path, { body, token, method = body === undefined ? 'GET' : 'POST' } = {}) {
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const answer = await response.json().catch(() => ({}));
    return {
      ok: response.ok,
      status: response.status,
      answer,
      sentence: answer.detail ?? 'Something went wrong. Please try again.',
    };
  } catch {
    return {
      ok: false,
      status: 0,
      answer: {},
      sentence: 'The service could not be reached. Please check your connection and try again.',
    };
  }
}

/** What is typed into a form, by the names of its fields. */
export const valuesOf = (form) => Object.fromEntries(new FormData(form));

/** Runs `work` whenever the form is sent, once at a time. */
export function onSend(form, work) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const buttons = [...form.querySelectorAll('button')];
    if (buttons.some((button) => button.disabled)) return;
    const focused = document.activeElement;
    for (const button of buttons) button.disabled = true;
    try {
      await work(valuesOf(form));
    } finally {
      for (const button of buttons) button.disabled = false;
      // A button that is disabled loses the focus, and with it everybody who uses the keyboard their place.
      if (document.activeElement === document.body) focused?.focus();
    }
  });
}

const message = document.getElementById('message');

/** Shows a sentence above everything else, and has it read out. Without one it takes away what was there. */
export function say(sentence = '', isBad = false) {
  message.textContent = sentence;
  message.className = isBad ? 'message bad' : 'message';
  message.hidden = sentence === '';
}

/** Shows one of the page's sections and puts the reader at its beginning. */
export function show(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
  const section = document.getElementById(id);
  const heading = section.querySelector('h1');
  document.title = heading.textContent;
  const first = section.querySelector('input:not([type=radio])');
  if (first && matchMedia('(hover: hover)').matches) first.focus();
  else {
    heading.tabIndex = -1;
    heading.focus();
  }
}
