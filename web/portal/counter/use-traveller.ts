import { type Signal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { api } from '../session.ts';
import type { SaleDraft } from './sale-draft.ts';

const PAUSE_MS = 250;

/** The fewest digits to search for. A shorter number would match other people's numbers. */
const LEAST_DIGITS = 9;

const digitsIn = (phone: string): string => phone.replace(/\D/g, '');

/**
 * Fills in the traveller's name if an earlier booking of the company has this phone number. Keeps a name that the clerk
 * has typed.
 */
export function useTraveller(draft: Signal<SaleDraft>): void {
  const filled = useRef('');
  const asked = useRef('');
  useSignalEffect(() => {
    const phone = draft.value.phone.trim();
    const mayFill = ['', filled.current].includes(draft.value.name.trim());
    if (!mayFill || phone === asked.current || digitsIn(phone).length < LEAST_DIGITS) return undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      void findName(phone, asking.signal)
        .then((name) => {
          if (asking.signal.aborted) return;
          asked.current = phone;
          filled.current = name;
          draft.value = { ...draft.peek(), name };
        })
        // If the search fails, the clerk types the name.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  });
}

/** The name on the newest booking with this phone number; empty if there is none. */
async function findName(phone: string, signal: AbortSignal): Promise<string> {
  const { results } = await api.get('/api/operator/bookings', { query: { q: phone, limit: 1 }, signal });
  const [found] = results;
  return found && digitsIn(found.contact.phone ?? '').endsWith(digitsIn(phone)) ? found.contact.name : '';
}
