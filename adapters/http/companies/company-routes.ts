import { type Static, Type } from '@sinclair/typebox';
import { LONGEST_NAME } from '../../../core/accounts/account.ts';
import type { Position } from '../../../core/accounts/membership.ts';
import type { ChangeCompany } from '../../../core/companies/change-company.ts';
import { type Company, type CompanyProfile, POSITION_MODES } from '../../../core/companies/company.ts';
import { memberOf } from '../../../core/companies/member.ts';
import type { ViewCompany } from '../../../core/companies/view-company.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import { companyFields, position, toCompanyFields } from './company.ts';
import { choice, decimal, item, matching, orNull, sized, sizedName, whole } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewCompany: ViewCompany;
  readonly changeCompany: ChangeCompany;
}

const companyResponse = Type.Object({ ...companyFields, position }, { title: 'OwnCompany' });

const toCompanyResponse = (company: Company, { position: own }: { readonly position: Position }) => ({
  ...toCompanyFields(company),
  position: own,
});

const tiersOf = (description: string) =>
  orNull(
    Type.Array(
      Type.Object({
        hours: Type.Number({ minimum: 0, examples: [48] }),
        fee_percent: decimal({ minimum: 0, maximum: 100 }, { examples: [10] }),
      }),
      { minItems: 1, maxItems: 10, description },
    ),
  );

/** The longest time before departure at which kept seats may open to anybody, in hours. */
const MOST_KEPT_HOURS = 720;

const companyChange = Type.Partial(
  Type.Object({
    company_name: sizedName({ max: LONGEST_NAME }, { examples: ['Blue Sky Travels'] }),
    contact_phone: orNull(
      matching(/^[0-9 +-]{5,20}$/, '5 to 20 digits, spaces, plus and minus signs', { examples: ['01-4411223'] }),
    ),
    contact_email: orNull(item({ format: 'email', examples: ['office@example.com'] })),
    address: orNull(
      sized(
        { min: 0, max: 300 },
        {
          description: 'Gives the address of the office. An empty text or null means none.',
          examples: ['Kalanki, Kathmandu'],
        },
      ),
    ),
    pan_no: orNull(matching(/^[0-9]{9}$/, 'nine digits', { examples: ['123456789'] })),
    cancellation_tiers: tiersOf(
      'Lists the fees for cancelling; null means those of the platform. Each fee applies until its hours before the departure, no hours twice; where none fits, the fee is the whole price. A booking keeps the fees it was made under.',
    ),
    change_tiers: tiersOf(
      'Lists the fees for a change to another trip, in the form of `cancellation_tiers`; null means those of the platform.',
    ),
    blind_count: Type.Boolean({
      description:
        'Is true if the sums of an open shift are hidden from clerks, who then count their till without knowing them; false if they are shown.',
      examples: [true],
    }),
    agents_allowed: Type.Boolean({
      description:
        'Is true if agents may sell for the company; false if not. False ends their holds; the bookings that they have made stay.',
      examples: [true],
    }),
    kept_until_hours: orNull(
      whole(
        { minimum: 0, maximum: MOST_KEPT_HOURS },
        {
          description:
            'Gives the number of hours before the departure from which on anybody gets a seat that is kept for certain passengers; null means that of the platform.',
          examples: [12],
        },
      ),
    ),
    positions: choice(POSITION_MODES, {
      description:
        'Says who sees where the buses are. TICKETS hides the place from all but holders of tickets and staff; OFF deletes the points that are kept, and takes no more.',
      examples: ['TICKETS'],
    }),
  }),
);

type GivenTiers = Static<typeof companyChange>['change_tiers'];

const toTiers = (tiers: NonNullable<GivenTiers> | null) =>
  tiers && tiers.map(({ hours, fee_percent: fee }) => ({ hours, fee: basisPoints(Math.round(fee * 100)) }));

/** Returns the fields that the request contains, under the core's names. */
function profileOf(body: Static<typeof companyChange>): Partial<CompanyProfile> {
  const { company_name: companyName, contact_phone: contactPhone, contact_email: contactEmail, address } = body;
  const { pan_no: panNo, cancellation_tiers: tiers, change_tiers: forChanges, blind_count: blindCount } = body;
  const { agents_allowed: agentsAllowed, kept_until_hours: keptUntilHours, positions } = body;
  return {
    ...(companyName !== undefined && { companyName }),
    ...(contactPhone !== undefined && { contactPhone }),
    ...(contactEmail !== undefined && { contactEmail }),
    ...(address !== undefined && { address: address === '' ? null : address }),
    ...(panNo !== undefined && { panNo }),
    ...(tiers !== undefined && { cancellationTiers: toTiers(tiers) }),
    ...(forChanges !== undefined && { changeTiers: toTiers(forChanges) }),
    ...(blindCount !== undefined && { blindCount }),
    ...(agentsAllowed !== undefined && { agentsAllowed }),
    ...(keptUntilHours !== undefined && { keptUntilHours }),
    ...(positions !== undefined && { positions }),
  };
}

export const companyRoutes = ({ viewCompany, changeCompany }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/company',
    operationId: 'getCompany',
    summary: 'Look at your company',
    description: 'Shows your staff the company: its contact data, its terms and your own position in it.',
    returns: 'Shows the company of the signed-in person.',
    access: 'conductor',
    status: 200,
    response: companyResponse,
    handle: async ({ caller: { staff } }) => toCompanyResponse(await viewCompany(staff.operatorId), staff),
  }),

  route({
    method: 'patch',
    path: '/api/operator/company',
    operationId: 'changeCompany',
    summary: 'Change what your company says about itself',
    description: 'Changes only the fields that are sent. `null` clears what may be null.',
    returns: 'Shows your company after the change.',
    access: 'owner',
    body: companyChange,
    status: 200,
    response: companyResponse,
    handle: async ({ caller, body }) =>
      toCompanyResponse(await changeCompany(memberOf(caller), profileOf(body)), caller.staff),
  }),
];
