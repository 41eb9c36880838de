import type { UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Member } from '../../../core/companies/member.ts';
import { PASSENGER, PASSWORD } from '../people.ts';
import { drawsOf } from './draws.ts';
import { familyOf, phoneNumber, somebody } from './names.ts';
import type { PastService } from './service.ts';

export interface Traveller {
  readonly userId: UserId;
  readonly name: string;
  readonly family: string;
}

/** The people who act in the sample's past. */
export interface Cast {
  readonly admin: UserId;
  readonly owner: Member;
  readonly manager: Member;
  readonly clerk: Member;
  /** The clerk of the second company, who also boards its passengers. */
  readonly helper: Member;
  /** The token of the phone on the first company's buses. Undefined until the phone is enrolled. */
  phone: string | undefined;
  /** The passenger whose account demo visitors use. */
  readonly asha: Traveller;
  readonly travellers: readonly Traveller[];
}

/** The clerk of the first company. */
export const CLERK = 'sushila.himchuli@example.com';

const TRAVELLERS = 24;
const AT_HOME = { ip: '127.0.0.1', userAgent: 'demo' };

/** Finds the staff and registers missing passengers. Undefined if a member of the staff is missing. */
export async function gather(service: PastService): Promise<Cast | undefined> {
  const admin = await accountOf(service, 'admin@example.com');
  const owner = await memberOf(service, 'himchuli@example.com');
  const manager = await memberOf(service, 'ram.himchuli@example.com');
  const clerk = await memberOf(service, CLERK);
  const helper = await memberOf(service, 'nabin.phewa@example.com');
  if (!admin || !owner || !manager || !clerk || !helper) return undefined;

  const asha = await registered(service, PASSENGER);
  await verify(service, asha);
  const travellers: Traveller[] = [];
  for (let index = 0; index < TRAVELLERS; index += 1) travellers.push(await registered(service, traveller(index)));
  return { admin: admin.id, owner, manager, clerk, helper, phone: undefined, asha, travellers };
}

function traveller(index: number): Form {
  const draws = drawsOf(`traveller ${index}`);
  const { name: fullName } = somebody(draws);
  const email = `${fullName.toLowerCase().replace(' ', '.')}.${index + 1}@example.com`;
  return { fullName, email, phone: phoneNumber(draws), password: PASSWORD };
}

type Form = Parameters<PastService['useCases']['registerPassenger']>[0];

async function registered(service: PastService, form: Form): Promise<Traveller> {
  await service.useCases.registerPassenger(form, AT_HOME).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error;
  });
  const account = await accountOf(service, form.email);
  if (!account) throw new Error(`${form.email} was not registered.`);
  const { id: userId, fullName: name } = account;
  return { userId, name, family: familyOf(name) };
}

/** Verifies the passenger's e-mail address, so that a demo visitor can sign in without a code. */
async function verify(service: PastService, { userId }: Traveller): Promise<void> {
  const code = service.codeOf(PASSENGER.email);
  if (code === undefined) return;
  await service.useCases.verifyEmail(
    { userId, role: 'PASSENGER', tokenVersion: 0, tokenExpiresAt: service.now() },
    code,
  );
}

type Accounts = Pick<PastService, 'transact'>;

const accountOf = ({ transact }: Accounts, email: string) => transact(({ users }) => users.findByEmail(email));

/** Finds a user as a member of staff. Undefined if the user is not on any staff. */
export async function memberOf(accounts: Accounts, email: string): Promise<Member | undefined> {
  const account = await accountOf(accounts, email);
  return account?.operatorId ? { userId: account.id, operatorId: account.operatorId } : undefined;
}
