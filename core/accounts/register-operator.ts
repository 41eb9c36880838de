import { checkAll } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import { type Origin, checkName, checkOperatorPassword, checkOperatorPhone, checkPresent } from './account.ts';
import { checkOperatorEmail, normalEmail } from './email-address.ts';
import { addUser } from './add-user.ts';
import { signupMailFailed, tooManyMails } from './refusals.ts';
import { sendCode } from './send-code.ts';
import { LONGEST_DEVICE_ID } from './sign-in-portal.ts';
import type { SecondStep } from './second-step.ts';
import type { AccountWorld } from './world.ts';

export interface OperatorRegistration {
  readonly fullName: string;
  readonly companyName: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly deviceId: string;
}

export type RegisterOperator = ReturnType<typeof registerOperator>;

/**
 * Registers a bus company. The user completes the first sign-in with the mailed code. If the mail fails, the account
 * remains.
 */
export const registerOperator =
  (needs: AccountWorld) =>
  async (form: OperatorRegistration, origin: Origin): Promise<SecondStep> => {
    const { fullName, companyName, password, phone } = form;
    const email = normalEmail(form.email);
    checkAll(
      () => checkPresent({ full_name: fullName, company_name: companyName, email: form.email, password }),
      () => checkOperatorEmail(email),
      () => checkOperatorPassword('password', password),
      () => checkOperatorPhone(phone),
      () => checkName('full_name', fullName),
      () => checkName('company_name', companyName),
    );

    // Counts the mail against its limit before the account is added. Nobody could sign in to an account without this
    // mail.
    const wait = await needs.takeMail(origin.ip);
    if (wait > 0) throw tooManyMails(wait);
    const account = await addUser(needs)({ role: 'OPERATOR', fullName, email, password, phone, companyName }, origin);
    const refusal = await sendCode(needs)({
      account,
      to: email,
      family: 'SIGN_IN',
      purpose: 'SIGNUP',
      origin,
      isCounted: true,
    });
    if (refusal) throw signupMailFailed();
    const ticket = {
      method: 'email',
      userId: account.id,
      role: 'OPERATOR',
      deviceId: cut(form.deviceId, LONGEST_DEVICE_ID),
      company: companyName,
      tokenVersion: account.tokenVersion,
    } as const;
    return { method: 'email', ticket: needs.loginTickets.sign(ticket, needs.clock()), email };
  };
