import type { Caller, Origin } from './caller.ts';
import { userGone } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendingNeeds } from './send-code.ts';

export type ResendVerification = ReturnType<typeof resendVerification>;

/** Mails the passenger another code that verifies the address. */
export const resendVerification = (needs: SendingNeeds) =>
  async ({ userId }: Caller, origin: Origin): Promise<void> => {
    const account = await needs.transact(({ users }) => users.find(userId));
    if (!account) throw userGone();
    const refusal = await sendCode(needs)({ account, family: 'EMAIL', purpose: 'RESEND', origin });
    if (refusal) throw refusal;
  };
