import type { Api } from './http.ts';
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
};

let names = 0;

function newName(kind: string): string {
  names += 1;
  return `${kind} ${names}`;
}
