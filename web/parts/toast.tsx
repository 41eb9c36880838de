import { signal } from '@preact/signals';

const said = signal<
  { readonly text: string; readonly undo?: { readonly label: string; readonly run: () => void } } | undefined
>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;
const SHOWN_MS = 6_000;

/** Shows a short message that something was done, with an optional undo button. */
export function toast(text: string, undo?: { readonly label: string; readonly run: () => void }): void {
  clearTimeout(timer);
  said.value = { text, ...(undo && { undo }) };
  timer = setTimeout(() => (said.value = undefined), SHOWN_MS);
}

/**
 * The element in which messages appear. It is always in the page, because screen readers only notice changes inside an
 * existing element.
 */
export const Toast = () => (
  <div role="status" class="toast-place">
    {said.value && (
      <div class="toast">
        <span>{said.value.text}</span>
        {said.value.undo && (
          <button
            type="button"
            class="link"
            onClick={() => {
              said.value?.undo?.run();
              said.value = undefined;
            }}
          >
            {said.value.undo.label}
          </button>
        )}
      </div>
    )}
  </div>
);
