import type { Booking } from '../../core/bookings/booking.ts';
import { aBooking } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import { aBareBus, anUploadedDocument, documentForm } from './documents.ts';
import type { Engine } from './engines.ts';
import type { Api } from './http.ts';
import { aNewcomer, aPayment } from './office.ts';
import type { Office } from './office.ts';
import { anOperator, aPassenger } from './people.ts';

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
  addDocument: async (_api, { keysFor }) => ({
    id: keysFor('/api/operator/buses/:id').mine,
    form: () => documentForm(),
  }),
  verifyDocument: async ({ dependencies }) => ({ id: await aWaitingDocument(dependencies) }),
  rejectDocument: async ({ dependencies }) => ({ id: await aWaitingDocument(dependencies), body: REASON }),
  addCity: async () => ({ body: { city_name: newName('City') } }),
  renameCity: async ({ dependencies }) => {
    const id = await dependencies.transact(({ cities }) => cities.add(newName('City')));
    return { id: Number(id), body: { city_name: newName('City') } };
  },
  cancelAdminBooking: async ({ dependencies }) => ({ id: (await unpaid(dependencies)).id, body: REASON }),
  enquirePayment: async ({ dependencies }) => ({ id: await aPayment(dependencies, await unpaid(dependencies)) }),
  changeCompany: async () => ({ body: { company_name: newName('Company') } }),
  inviteStaff: async () => {
    const { fullName, ...newcomer } = aNewcomer();
    return { body: { full_name: fullName, ...newcomer } };
  },
  changeOperator: async ({ dependencies }) => ({
    id: (await anOperator(dependencies)).operatorId,
    body: { commission_rate: 7.25, status: 'SUSPENDED', ...REASON },
  }),
  changePosition: async (api, office) => ({ id: await invited(api, office), body: { position: 'CONDUCTOR' } }),
  removeStaff: async (api, office) => ({ id: await invited(api, office) }),
  approveBus: async (api, office) => ({ id: await aNewBus(api, office), body: { revision: 1 } }),
  rejectBus: async (api, office) => ({ id: await aNewBus(api, office), body: REASON }),
  addBus: async () => ({ body: newBus() }),
  changeBus: async (api, office) => ({
    id: await aNewBus(api, office),
    body: { bus_name: 'Day Queen', registration_no: newName('BA'), bus_type: 'deluxe', status: 'INACTIVE' },
  }),
  changeSeatMap: async (api, office) => ({
    id: await aNewBus(api, office),
    body: { seat_map: { rows: 1, cols: 1, deck_count: 1, seats: [{ seat_number: 'A1', deck: 1, row: 1, col: 1 }] } },
  }),
};

const invited = async ({ useCases }: Api, { member }: Office): Promise<number> =>
  (await useCases.inviteStaff(member, aNewcomer())).id;

const unpaid = async (dependencies: Pick<Engine, 'transact'>): Promise<Booking> =>
  aBooking(dependencies, {
    userId: (await aPassenger(dependencies)).id,
    tripId: (await aTrip(dependencies)).id,
    seats: [seat('A1')],
  });

const aWaitingDocument = async (given: Api['dependencies']): Promise<number> =>
  anUploadedDocument(given, (await aBareBus(given)).busId);

let names = 0;

const newBus = () => ({
  bus_name: 'Night Queen',
  registration_no: newName('BA'),
  bus_type: 'Sofa',
  template: '2x1-30-sofa',
});

/** The key of a bus that the company has just added. */
async function aNewBus(api: Api, office: Office): Promise<number> {
  const { json } = await api.post('/api/operator/buses', newBus(), office.staff('MANAGER'));
  return json.id as number;
}

function newName(kind: string): string {
  names += 1;
  return `${kind} ${names}`;
}
