import { endAgentHolds } from '../../core/agents/end-agent-holds.ts';
import { forgetPositions } from '../../core/road/take-points.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import type { Position } from '../../core/accounts/membership.ts';
import { acceptInvitation } from '../../core/companies/accept-invitation.ts';
import { changeCompany } from '../../core/companies/change-company.ts';
import { changePosition } from '../../core/companies/change-position.ts';
import { changeTerms } from '../../core/companies/change-terms.ts';
import { type Invitee, inviteStaff } from '../../core/companies/invite-staff.ts';
import { findStaff, listStaff } from '../../core/companies/list-staff.ts';
import type { Member } from '../../core/companies/member.ts';
import { removeStaff } from '../../core/companies/remove-staff.ts';
import { mailIsWanted } from '../../core/companies/standing-invitation.ts';
import type { StaffMember } from '../../core/companies/staff.ts';
import { viewCompany } from '../../core/companies/view-company.ts';
import type { InvitationMail } from '../../core/platform/mailer.ts';
import type { SaleTerms } from '../../core/companies/company.ts';
import type { OperatorId, TripId } from '../../core/kernel/ids.ts';
import { ORIGIN } from './accounts.ts';
import { CRYPTO } from './crypto.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { recordingMailer } from '../../adapters/memory/mailer.ts';
import { mailed } from './mailer.ts';
import { type Addressed, anOperator } from './people.ts';

/** Every use case of companies on one storage engine, with a clock and a mailer that tests control. */
export function companiesOn(engine: Engine) {
  const [clock, mailer] = [handClock(), recordingMailer()];
  const needs = {
    ...engine,
    ...CRYPTO,
    clock,
    random: systemRandom,
    operatorPortalBase: 'https://portal.example.com',
  };
  const invite = inviteStaff(needs);
  const accept = (acceptance: Parameters<ReturnType<typeof acceptInvitation>>[0]) =>
    acceptInvitation(needs)(acceptance, ORIGIN);

  /** The token last mailed to an address. */
  const tokenFor = async (email: string): Promise<string> => {
    const mails = (await mailed(engine, clock, mailer, mailIsWanted(needs))).filter(
      (mail): mail is InvitationMail => mail.kind === 'invitation' && mail.to === email,
    );
    return new URL(mails.at(-1)?.link ?? 'https://nobody.example.com').searchParams.get('token') ?? 'no token';
  };

  return {
    clock,
    mailer,
    tokenFor,
    viewCompany: viewCompany(needs),
    changeCompany: changeCompany({ ...needs, endAgentHolds, forgetPositions }),
    changeTerms: changeTerms({ ...needs, endAgentHolds }),
    listStaff: listStaff(needs),
    findStaff: findStaff(needs),
    changePosition: changePosition(needs),
    removeStaff: removeStaff(needs),
    invite,
    accept,
    /** Adds a company, and returns its OWNER. */
    company: async (name = 'Blue Sky'): Promise<Addressed & Member> => {
      const owner = await anOperator(engine, { companyName: name });
      return { ...owner, userId: owner.id };
    },
    /** Invites a person to the company's staff. The person accepts and joins. */
    joined: async (
      owner: Member,
      invitee: Partial<Invitee> & { readonly position: Position },
    ): Promise<StaffMember> => {
      const { id, email } = await invite(owner, anInvitee(invitee));
      await accept({ token: await tokenFor(email), password: 'secret-123' });
      return findStaff(needs)(owner, id);
    },
    account: (email: string) => engine.transact(({ users }) => users.findByEmail(email)),
    trail: (operatorId: OperatorId) =>
      engine.transact(async ({ trail }) => trail.of({ type: 'operator', id: operatorId })),
    trailOf: (member: StaffMember) => engine.transact(({ trail }) => trail.of({ type: 'staff', id: member.id })),
  };
}

export type Companies = ReturnType<typeof companiesOn>;

let invitees = 0;

/** The details of a person to invite. Each call gives another e-mail address. */
export const anInvitee = (traits: Partial<Invitee> = {}): Invitee => {
  invitees += 1;
  return { fullName: 'Ram Thapa', email: `ram-${invitees}@example.com`, phone: '', position: 'CLERK', ...traits };
};

/** Changes the terms of the company that runs a trip. */
export const setTerms = async (
  { transact }: Pick<Engine, 'transact'>,
  trip: TripId,
  terms: Partial<SaleTerms>,
): Promise<void> =>
  transact(async ({ trips, companies }) => {
    const company = await companies.lock((await trips.find(trip))!.bus.operatorId);
    if (company) await companies.save({ ...company, ...terms });
  });
