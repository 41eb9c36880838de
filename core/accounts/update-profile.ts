import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, type Caller, checkName, checkPassengerPhone, checkPresent } from './account.ts';
import type { AccountStores } from './ports.ts';
import { phoneTaken } from './refusals.ts';

interface Needs {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
}

export type UpdateProfile = ReturnType<typeof updateProfile>;

/** Changes name and phone number. An empty phone number removes it. */
export const updateProfile =
  ({ transact }: Needs) =>
  async (
    { userId }: Caller,
    form: { readonly fullName: string; readonly phone: string },
  ): Promise<Pick<Account, 'fullName' | 'phone'>> => {
    checkPresent({ full_name: form.fullName });
    checkName('full_name', form.fullName);
    checkPassengerPhone(form.phone);

    const profile = { fullName: form.fullName, phone: form.phone === '' ? null : form.phone };
    await transact(async ({ users }) => {
      if (!(await users.saveProfile(userId, profile))) throw phoneTaken();
    });
    return profile;
  };
