import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useId, useRef } from 'preact/hooks';
import { to } from '../../api/settings.ts';
import { isAdmin } from '../session.ts';
import { w } from '../words.ts';
import { FEW, type Found, findAnywhere, findInCompany } from './found.ts';
import { searched } from './searched.ts';
import './find.css';

const PAUSE_MS = 250;
const LEAST = 2;

/** Whether the focused element itself needs the slash key, for example a text field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, dialog, [role=grid]') !== null;

/**
 * The search field of the portal. Finds bookings by code, name and phone; for administrators also buses, users and
 * companies. The key `/` moves the focus here.
 */
export function Find() {
  const words = w.value.find;
  const { route } = useLocation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typed = useSignal('');
  const found = useSignal<readonly Found[] | undefined>(undefined);
  /** The text that `found` answers. Results of an earlier text must not be opened. */
  const answered = useRef('');
  /** Whether Enter was pressed before the answer came. */
  const opensFirst = useRef(false);
  const active = useSignal(0);

  useEffect(() => {
    const jump = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', jump);
    return () => removeEventListener('keydown', jump);
  }, []);

  const q = searched(typed.value);
  // Enter counts for the text in the field at that moment. The effect below runs too late to forget an earlier Enter:
  // it runs after the page is painted, and by then Enter may have followed the last letter.
  const search = (text: string): void => {
    typed.value = text;
    opensFirst.current = false;
  };
  useEffect(() => {
    if (q.length < LEAST) {
      found.value = undefined;
      return undefined;
    }
    const asking = new AbortController();
    const pause = setTimeout(() => {
      void (isAdmin() ? findAnywhere(q, asking.signal, FEW) : findInCompany(q, asking.signal)).then(
        (results) => {
          active.value = 0;
          answered.current = q;
          found.value = results;
          if (opensFirst.current) open(results[0]);
        },
        // If the search fails, the next letter searches again.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [q]);

  const close = (): void => {
    search('');
    found.value = undefined;
  };
  const open = (result: Found | undefined): void => {
    if (!result) return;
    close();
    input.current?.blur();
    route(to(result.page));
  };
  const results = found.value ?? [];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0)
      active.value = (active.value + step + results.length) % results.length;
    else if (event.key === 'Enter' && found.value !== undefined && answered.current === q) open(results[active.value]);
    else if (event.key === 'Enter') opensFirst.current = q.length >= LEAST;
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };

  return (
    <div
      class="find no-print"
      role="search"
      aria-label={words.find}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget as Node | null)) return;
        found.value = undefined;
        // A late answer must not open a page under a user who has gone on to something else.
        opensFirst.current = false;
      }}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M15.5 15.5 21 21M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Z" />
      </svg>
      <input
        ref={input}
        type="search"
        aria-label={words.find}
        aria-keyshortcuts="/"
        aria-controls={id}
        aria-activedescendant={results.length > 0 ? `${id}-${active.value}` : undefined}
        placeholder={words.hint}
        title={words.key}
        maxLength={100}
        autoComplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" class="found" aria-label={words.found} hidden={results.length === 0}>
        {results.map((result, index) => (
          <li
            key={result.page}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active.value}
            // A mouse press must not take the focus from the field, because the list would close before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(result)}
          >
            <strong>{result.title}</strong> <span class="small">{result.more}</span>
          </li>
        ))}
      </ul>
      <div role="status" class={found.value?.length === 0 ? 'found' : 'sr-only'}>
        {found.value?.length === 0 && words.nothing}
      </div>
    </div>
  );
}
