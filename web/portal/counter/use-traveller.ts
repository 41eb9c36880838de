import { type Signal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { api } from '../session.ts';
import type { SaleDraft } from './sale-draft.ts';

const PAUSE_MS = 250;

/** The fewest digits to search for. A shorter number would match other people's numbers. */
const LEAST_DIGITS = 9;

const digitsIn = (phone: string): string => phone.replace(/\D/g, '');

/**
 * Fills in the traveller's name and boarding point if an earlier booking of the company has this phone number. Keeps a
 * name that the clerk has typed, and a point that the clerk has chosen. `points` are the names of the trip's points.
 */
export function useTraveller(draft: Signal<SaleDraft>, points: readonly string[]): void {
  const filled = useRef('');
  const filledPoint = useRef<string | null>(null);
  const asked = useRef('');
  useSignalEffect(() => {
    const phone = draft.value.phone.trim();
    const mayFill = ['', filled.current].includes(draft.value.name.trim());
    if (!mayFill || phone === asked.current || digitsIn(phone).length < LEAST_DIGITS) return undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      void findTraveller(phone, asking.signal)
        .then(({ name, boarding }) => {
          if (asking.signal.aborted) return;
          asked.current = phone;
          filled.current = name;
          const isFree = [null, filledPoint.current].includes(draft.peek().boarding);
          const point = points.includes(boarding) ? boarding : null;
          if (isFree) filledPoint.current = point;
          draft.value = { ...draft.peek(), name, ...(isFree && { boarding: point }) };
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

/** The name and boarding point on the newest booking with this phone number; empty if there is none. */
async function findTraveller(phone: string, signal: AbortSignal): Promise<{ name: string; boarding: string }> {
  const { results } = await api.get('/api/operator/bookings', { query: { q: phone, limit: 1 }, signal });
  const [found] = results;
  return found && digitsIn(found.contact.phone ?? '').endsWith(digitsIn(phone))
    ? { name: found.contact.name, boarding: found.seats[0]?.boarding_point ?? '' }
    : { name: '', boarding: '' };
}
