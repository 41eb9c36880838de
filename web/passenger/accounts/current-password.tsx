import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../../api/problem.ts';
import type { Sending } from '../../parts/form.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { w } from '../words.ts';
import { accountProblem, isFilledIn } from './account-problem.ts';

interface Given {
  readonly current_password?: string;
}

interface CurrentPassword {
  /** The field for the password; false until the service has asked for it. */
  readonly field: ComponentChildren;
  /**
   * Sends a change, with the password if the service asked for it. If the service asks for it now, or the field is
   * empty, shows the field and returns undefined.
   */
  readonly change: <Result>(send: (given: Given) => Promise<Result>) => Promise<Result | undefined>;
  /** Hides the field, and forgets the typed password. */
  readonly forget: () => void;
}

/** The current password, for which the service asks before some changes if the user signed in a while ago. */
export function useCurrentPassword(sending: Sending): CurrentPassword {
  const words = w.value.account;
  const isAsked = useSignal(false);
  const typed = useSignal('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked.value) place.current?.querySelector('input')?.focus();
  }, [isAsked.value]);

  return {
    field: isAsked.value && (
      <div ref={place}>
        <p role="status">{words.proveByPassword}</p>
        <PasswordField
          label={words.currentPassword}
          name="current-password"
          hint={words.proveWithoutPassword}
          value={typed.value}
          onValue={(value) => (typed.value = value)}
          error={accountProblem(sending, 'current_password')}
        />
      </div>
    ),
    change: async (send) => {
      if (isAsked.value && !isFilledIn(sending, { current_password: typed.value })) return undefined;
      try {
        return await send(isAsked.value ? { current_password: typed.value } : {});
      } catch (error) {
        if (isAsked.value || !(error instanceof Problem) || error.code !== 'SIGN_IN_AGAIN') throw error;
        isAsked.value = true;
        return undefined;
      }
    },
    forget: () => {
      isAsked.value = false;
      typed.value = '';
    },
  };
}
