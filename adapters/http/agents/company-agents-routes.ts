import { Type } from '@sinclair/typebox';
import { type AllowAgent, daysOfFigures, type FindCompanyAgent } from '../../../core/agents/allow-agent.ts';
import type { CompanyAgent, CompanyAgentViews } from '../../../core/agents/ports.ts';
import { agentUnknown } from '../../../core/companies/refusals.ts';
import { memberOf } from '../../../core/companies/member.ts';
import type { Calendar } from '../../../core/kernel/calendar.ts';
import type { AgentId } from '../../../core/kernel/ids.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import type { Clock } from '../../../core/kernel/time.ts';
import { id, nullable, rupees, sizedLines } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly companyAgents: CompanyAgentViews;
  readonly findCompanyAgent: FindCompanyAgent;
  readonly allowAgent: AllowAgent;
}

const companyAgent = Type.Object(
  {
    id: Type.Integer({ examples: [5] }),
    name: Type.String({ examples: ['Himal Tickets'] }),
    contact_phone: nullable(Type.String({ examples: ['01-4411223'] })),
    allowed: Type.Boolean({
      description: 'Is true until you refuse the agent; false if you have refused it.',
      examples: [true],
    }),
    bookings_30_days: Type.Integer({
      description: 'Counts the bookings that the agent sold for your company in the 30 local days before today.',
      examples: [12],
    }),
    gross_30_days: rupees({
      description: 'Gives the price of these bookings in NPR, including what was cancelled later.',
      examples: [14_400],
    }),
  },
  { title: 'CompanyAgent' },
);

const toCompanyAgent = ({ id: agent, name, contactPhone, allowed, bookings, gross }: CompanyAgent) => ({
  id: agent,
  name,
  contact_phone: contactPhone,
  allowed,
  bookings_30_days: bookings,
  gross_30_days: toRupees(gross),
});

/** Routes by which a company decides which agents sell for it. */
export const companyAgentRoutes = ({
  clock,
  calendar,
  companyAgents,
  findCompanyAgent,
  allowAgent,
  ...lists
}: Uses) => [
  listRoute(
    { ...lists, calendar },
    {
      path: '/api/operator/agents',
      operationId: 'listCompanyAgents',
      summary: 'List the agents of your company',
      description:
        'Lists the agents that may sell tickets of your company by their contract with the platform, newest first. Those that you have refused are listed, too.',
      returns: 'Lists the agents, newest first, page by page.',
      access: 'manager',
      filters: {},
      item: companyAgent,
      list: ({ caller }, page) => companyAgents.list(caller.staff.operatorId, daysOfFigures(calendar, clock()), page),
      toItem: toCompanyAgent,
    },
  ),

  route({
    method: 'put',
    path: '/api/operator/agents/:id',
    operationId: 'allowAgent',
    summary: 'Let an agent sell for your company, or refuse it',
    description:
      'Decides whether an agent may sell tickets of your company. A refused agent does not find your trips any more, and its holds end. Its bookings stay good, and it can still cancel them.',
    returns: 'Shows the agent after the decision.',
    access: 'owner',
    params: Type.Object({ id: id<AgentId>({ description: 'Identifies the agent.' }) }),
    exists: ({ caller, params: { id: agent } }) => findCompanyAgent(memberOf(caller), agent),
    body: Type.Object({
      allowed: Type.Boolean({
        description: 'True lets the agent sell for your company; false refuses it.',
        examples: [false],
      }),
      reason: Type.Optional(
        sizedLines(
          { min: 0, max: 500 },
          {
            description: 'Gives the reason, for the activity log of your company. The agent does not see it.',
            examples: ['It sold to scalpers.'],
          },
        ),
      ),
    }),
    status: 200,
    response: companyAgent,
    refuses: [agentUnknown],
    handle: async ({ caller, params: { id: agent }, body: { allowed, reason = '' } }) =>
      toCompanyAgent(await allowAgent(memberOf(caller), agent, { allowed, reason })),
  }),
];
