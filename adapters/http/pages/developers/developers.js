// Gets a test key, shows it, and puts it into the examples.
const button = document.querySelector('#get-test-key');
const shown = document.querySelector('#shown-test-key');
const said = document.querySelector('#said');
if (button) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    said.textContent = '';
    try {
      const response = await fetch(button.dataset.address, { method: 'POST' });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.detail);
      shown.hidden = false;
      const field = shown.querySelector('input');
      field.value = answer.key;
      field.focus();
      for (const place of document.querySelectorAll('[data-key]'))
        place.textContent = place.dataset.key === 'ts' ? `'${answer.key}'` : answer.key;
      said.textContent = 'The key is in the examples, too.';
    } catch (error) {
      said.textContent =
        error instanceof TypeError ? 'The service could not be reached. Please try again.' : error.message;
    } finally {
      button.disabled = false;
    }
  });
  shown.querySelector('button').addEventListener('click', async () => {
    const field = shown.querySelector('input');
    field.select();
    await navigator.clipboard?.writeText(field.value);
    said.textContent = 'Copied.';
  });
}
