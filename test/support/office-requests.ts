import type { Api } from './http.ts';
import { aNewcomer } from './office.ts';
import type { Office } from './office.ts';
import { aPassenger } from './people.ts';

/*
 * A good request for every change of the back office, by the name of its operation. Each is about something that no
 * other request has touched.
 */

export interface GoodRequest {
  /** The id in the path. */
  readonly id?: number;
  readonly body?: object;
  readonly form?: () => FormData;
}

export type Prepare = (api: Api, office: Office) => Promise<GoodRequest>;

const REASON = { reason: 'Somebody asked for it.' };

export const GOOD_REQUESTS: Readonly<Record<string, Prepare>> = {
  suspendUser: async ({ dependencies }) => ({ id: (await aPassenger(dependencies)).id, body: REASON }),
  reactivateUser: async ({ dependencies }) => ({ id: (await aPassenger(dependencies, { status: 'SUSPENDED' })).id }),
  signOutUser: async ({ dependencies }) => ({ id: (await aPassenger(dependencies)).id }),
  addCity: async () => ({ body: { city_name: newName('City') } }),
  renameCity: async ({ dependencies }) => {
    const id = await dependencies.transact(({ cities }) => cities.add(newName('City')));
    return { id: Number(id), body: { city_name: newName('City') } };
  },
  changeCompany: async () => ({ body: { company_name: newName('Company') } }),
  inviteStaff: async () => {
    const { fullName, ...newcomer } = aNewcomer();
    return { body: { full_name: fullName, ...newcomer } };
  },
  changePosition: async (api, office) => ({ id: await invited(api, office), body: { position: 'CONDUCTOR' } }),
  removeStaff: async (api, office) => ({ id: await invited(api, office) }),
};

const invited = async ({ useCases }: Api, { member }: Office): Promise<number> =>
  (await useCases.inviteStaff(member, aNewcomer())).id;

let names = 0;

function newName(kind: string): string {
  names += 1;
  return `${kind} ${names}`;
}
