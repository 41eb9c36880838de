import type { ComponentProps } from 'preact';
import { AccountFields as SharedFields } from '../../parts/account-fields.tsx';
import { w } from '../words.ts';

/** The fields of the account that a refund goes to, in the words of offices. */
export const AccountFields = (props: Omit<ComponentProps<typeof SharedFields>, 'labels'>) => (
  <div class="pairs">
    <SharedFields {...props} labels={w.value.bookings} />
  </div>
);
