import type { AgentPosition } from '../../core/accounts/membership.ts';
import type { NewAgent } from '../../core/agents/ports.ts';
import { anAgent } from './agents.ts';
import type { Json } from './http.ts';
import type { Addressed } from './people.ts';
import { type SignedInAccount, staffOn } from './staff.ts';
import type { Looks, Person, Web } from './web.ts';

let invited = 0;

/** Adds an agent with an owner. `at` opens browsers for its people. */
export async function anAgencyOnline(web: Web, traits: Partial<NewAgent> = {}) {
  const staff = staffOn(() => web.api);
  const agent = await anAgent(web.api.dependencies, traits);
  const admin = await staff.admin();
  const join = async (path: string, by: string, wanted: object = {}): Promise<SignedInAccount> => {
    invited += 1;
    const email = `agent-${invited}@himal.example`;
    await web.api.post(path, { full_name: 'Gita Rai', email, ...wanted }, by);
    await staff.accept(await staff.tokenFor(email));
    const account = await web.api.dependencies.transact(({ users }) => users.findByEmail(email));
    return staff.signedIn(account as Addressed, 'OPERATOR');
  };
  const owner = await join(`/api/admin/agents/${agent.id}/staff`, admin.token);
  const sessionOf = ({ token, ...account }: SignedInAccount): Json => ({
    access: token,
    refresh: 'none is needed',
    user: {
      id: account.id,
      email: account.email,
      full_name: account.fullName,
      role: 'OPERATOR',
      operator_id: null,
      agent_id: agent.id,
    },
  });
  return {
    agent,
    admin,
    owner,
    member: (position: AgentPosition) => join('/api/agent/staff', owner.token, { position }),
    /** Opens a browser in which this person of the agent is signed in. */
    at: (account: SignedInAccount, looks: Looks = {}): Promise<Person> =>
      web.person({ ...looks, session: sessionOf(account), keptAs: 'portal-session' }),
  };
}
