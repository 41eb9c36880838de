import type { Schemas } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { api, isAdmin } from '../session.ts';

type Contact = Schemas['OfficeBooking']['contact'];

const contactOf = async (id: number, signal: AbortSignal): Promise<Contact> => {
  const path = isAdmin() ? ('/api/admin/bookings/{id}' as const) : ('/api/operator/bookings/{id}' as const);
  const { contact } = await api.get(path, { path: { id }, signal });
  return contact;
};

/** The person who gets a booking's refund, with a phone number to call. */
export function Receiver({ booking: id }: { readonly booking: number }) {
  const { state } = useAsked((signal) => contactOf(id, signal), [id]);
  if (state.value.is !== 'here') return null;
  const { name, phone } = state.value.value;
  return (
    <p>
      <strong>{name}</strong>
      {phone && (
        <>
          {' · '}
          <a href={`tel:${phone}`}>{phone}</a>
        </>
      )}
    </p>
  );
}
