import type { Booking } from '../../core/bookings/booking.ts';
import type { Member } from '../../core/companies/member.ts';
import type { OperatorId, PlaceId, WebhookId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { type Owner, PLATFORM, companyAs } from '../../core/listening/owner.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { anAgent, anAgentKey, anAgentThatPaid } from './agents.ts';
import { aBooking, aPayment } from './bookings.ts';
import { aBus, aTrip, changePlan, seat } from './catalogue.ts';
import { aDoubtfulPayment, anAdjustment, anUnclearPayment } from './corrections.ts';
import { START } from './clock.ts';
import { aNewShift, ASHA, closeOpenShift } from './counter.ts';
import { aDevice } from './devices.ts';
import { aDoor } from './doors.ts';
import { aBareBus, anUploadedDocument, documentForm } from './documents.ts';
import type { Engine } from './engines.ts';
import type { Api } from './http.ts';
import { type Office, aNewcomer } from './office.ts';
import { anOperator, aPassenger } from './people.ts';
import { aJourney, aStatedCompany, aStatement } from './stating.ts';
import { aDelivery, aWebhook } from './webhooks.ts';
import { aPicture } from './pictures.ts';
import { aPlace, photoForm } from './places.ts';
import { aPaidBooking, aRefund, WALLET } from './refunds.ts';

/**
 * A valid request for every change of the back office, by operation id. Each uses data that no other request touches.
 */

export interface GoodRequest {
  /** The id in the path. */
  readonly id?: number | string;
  /** The number of the stop in the path. */
  readonly n?: number;
  /** The id of an agent's key in the path. */
  readonly key?: number;
  /** The id of the delivery in the path. */
  readonly delivery?: number;
  readonly body?: object;
  readonly form?: () => FormData;
}

export type Prepare = (api: Api, office: Office) => Promise<GoodRequest>;

const AGENT = {
  name: 'Himal Tickets',
  contact_email: 'office@himal.example',
  commission_rate: 5,
  credit_limit: 100_000,
};

/** The ids of a new agent and its key. */
async function aKey(engine: Pick<Engine, 'transact' | 'agentViews'>): Promise<GoodRequest> {
  const agent = await anAgent(engine);
  return { id: agent.id, key: (await anAgentKey(engine, agent)).id };
}

let openings = 0;

/** Moments on the steps of openings from tomorrow on, each only once. */
function nextOpening({ dependencies: { calendar, clock } }: Api): Instant {
  openings += 1;
  const tomorrow = calendar.day(calendar.date(daysAfter(clock(), 2)))!.start;
  return minutesAfter(tomorrow, openings * 15);
}

/** The name of the door of a new opening. */
async function anOpening(api: Api): Promise<string> {
  const opensAt = nextOpening(api);
  await aDoor(api.dependencies, { opensAt, trips: [] });
  return doorNameOf(opensAt);
}

const REASON = { reason: 'Somebody asked for it.' };

/** Requests about the endpoints of an owner. `name` is the word in the names of the operations. */
const webhookRequests = (name: string, ownerOf: (office: Office) => Owner): Readonly<Record<string, Prepare>> => {
  const add = async ({ dependencies }: Api, office: Office): Promise<WebhookId> =>
    aWebhook(dependencies, ownerOf(office));
  const ofOne =
    (body?: object): Prepare =>
    async (api, office) => ({ id: await add(api, office), ...(body && { body }) });
  return {
    [`add${name}Webhook`]: async () => ({ body: { url: 'https://1.1.1.1/hook', events: ['*'], description: '' } }),
    [`change${name}Webhook`]: ofOne({ description: 'Accounting' }),
    [`delete${name}Webhook`]: ofOne(),
    [`rotate${name}WebhookSecret`]: ofOne({ at_once: true }),
    [`test${name}Webhook`]: ofOne(),
    [`replay${name}Events`]: ofOne({ since: toIso(START) }),
    [`redeliver${name}Event`]: async (api, office) => {
      const id = await add(api, office);
      return { id, delivery: await aDelivery(api.dependencies, id) };
    },
  };
};

/** Requests about the places of an owner. `name` is the word in the names of the operations. */
const placeRequests = (
  name: string,
  ownerOf: (office: Office) => OperatorId | null,
): Readonly<Record<string, Prepare>> => {
  const add = async ({ dependencies }: Api, office: Office): Promise<GoodRequest> => {
    const [city] = await dependencies.cities.all();
    return {
      id: (await aPlace(dependencies, { operatorId: ownerOf(office), cityId: city!.id, name: newName('Place') })).id,
    };
  };
  return {
    [`add${name}Place`]: async ({ dependencies }) => {
      const [city] = await dependencies.cities.all();
      return { body: { city_id: city!.id, name: newName('Place'), lat: 27.6933, lon: 85.2814 } };
    },
    [`change${name}Place`]: async (api, office) => ({
      ...(await add(api, office)),
      body: { landmark: 'Beside the petrol pump' },
    }),
    [`remove${name}Place`]: add,
    [`set${name}PlacePhoto`]: async (api, office) => {
      const picture = await aPicture('png');
      return { ...(await add(api, office)), form: () => photoForm(picture) };
    },
    [`remove${name}PlacePhoto`]: async (api, office) => {
      const { id } = await add(api, office);
      const photo = { large: `${'a'.repeat(32)}.jpg`, small: `${'b'.repeat(32)}.jpg` };
      await api.dependencies.transact(({ places }) => places.setPhoto(id as PlaceId, photo));
      return { ...(id !== undefined && { id }) };
    },
  };
};

export const GOOD_REQUESTS: Readonly<Record<string, Prepare>> = {
  addAgent: async () => ({ body: AGENT }),
  changeAgent: async ({ dependencies }) => ({ id: (await anAgent(dependencies)).id, body: { name: newName('Agent') } }),
  inviteAgentOwner: async ({ dependencies }) => {
    const { fullName, email } = aNewcomer();
    return { id: (await anAgent(dependencies)).id, body: { full_name: fullName, email } };
  },
  allowAgent: async ({ dependencies }) => ({ id: (await anAgent(dependencies)).id, body: { allowed: false } }),
  addAgentKey: async ({ dependencies }) => ({ id: (await anAgent(dependencies)).id, body: { label: 'Shop' } }),
  changeAgentKey: async ({ dependencies }) => ({ ...(await aKey(dependencies)), body: { label: 'Till' } }),
  rotateAgentKey: async ({ dependencies }) => ({ ...(await aKey(dependencies)), body: {} }),
  deleteAgentKey: async ({ dependencies }) => aKey(dependencies),
  ...webhookRequests('Operator', ({ member }) => companyAs(member.operatorId)),
  ...webhookRequests('Admin', () => PLATFORM),
  ...placeRequests('Company', ({ member }) => member.operatorId),
  ...placeRequests('Shared', () => null),
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
  changeDoor: async (api) => ({ id: await anOpening(api), body: { paused: true, notice: 'The road is closed.' } }),
  moveDoor: async (api) => {
    const id = await anOpening(api);
    return { id, body: { opens_at: toIso(nextOpening(api)), ...REASON } };
  },
  changeCity: async ({ dependencies }) => {
    const id = await dependencies.transact(({ cities }) => cities.add({ name: newName('City'), aliases: [] }));
    return { id: Number(id), body: { city_name: newName('City') } };
  },
  cancelCompanyBooking: async ({ dependencies }, { member }) => ({
    id: (await unpaid(dependencies, { operatorId: member.operatorId })).id,
    body: REASON,
  }),
  quoteCompanyChange: async ({ dependencies }, { member }) => aChange(dependencies, member),
  changeCompanyBooking: async ({ dependencies }, { member }) => aChange(dependencies, member),
  checkoutSale: async ({ dependencies }, { member }) => ({
    id: (await aWaitingSale(dependencies, member)).id,
    body: { paid_by: 'QR' },
  }),
  checkSale: async ({ dependencies }, { member }) => {
    const sale = await aWaitingSale(dependencies, member);
    await aPayment(dependencies, sale);
    return { id: sale.id };
  },
  undoSale: async ({ dependencies, useCases }, { member }) => {
    const { id: trip } = await aTrip(dependencies, { bus: { operatorId: member.operatorId } });
    const sold = { seatNumbers: [seat('A1')], seats: 0, passengers: [], contact: ASHA } as const;
    const { id } = await useCases.sellAtCounter(member, trip, { ...sold, paidBy: 'QR', reference: null });
    return { id };
  },
  swapBus: async ({ dependencies }, { member: { operatorId } }) => {
    const { id } = await aTrip(dependencies, { bus: { operatorId } });
    return { id, body: { bus_id: await aBus(dependencies, { operatorId }), reason: 'BREAKDOWN', note: 'Sorry.' } };
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
  sellAtCounter: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aTrip(dependencies, { bus: { operatorId } })).id,
    body: { seat_numbers: ['A1'], contact: { name: 'Asha Gurung', phone: '9812345678' }, paid_by: 'QR' },
  }),
  changeTripBlocks: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aTrip(dependencies, { bus: { operatorId } })).id,
    body: { blocks: [{ seat_number: 'A1', reason: 'For the agent in Pokhara' }] },
  }),
  addTrip: async ({ dependencies }, { member: { operatorId } }) => {
    const [source, destination] = await dependencies.cities.all();
    return {
      body: {
        source_city_id: source!.id,
        destination_city_id: destination!.id,
        bus_id: await aBus(dependencies, { operatorId }),
        fare: 1200.5,
        departure_time: toIso(hoursAfter(START, 30)),
        arrival_time: toIso(hoursAfter(START, 37)),
        boarding_points: [{ name: 'Kalanki', minutes: -15 }],
      },
    };
  },
  changeTrip: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aTrip(dependencies, { bus: { operatorId } })).id,
    body: { fare: 999.5, dropping_points: [{ name: 'Prithvi Chowk', minutes: 400 }] },
  }),
  setTripCrew: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aTrip(dependencies, { bus: { operatorId } })).id,
    body: { crew: [{ role: 'DRIVER', name: 'Ram Thapa', phone: '9841000000' }] },
  }),
  cancelTrip: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aTrip(dependencies, { bus: { operatorId } })).id,
    body: { reason: 'ROAD_CLOSED', note: 'A landslide at Mugling.' },
  }),
  retimeTrip: async ({ dependencies }, { member: { operatorId } }) => {
    const { id, departsAt } = await aTrip(dependencies, { bus: { operatorId } });
    const [departure, arrival] = [hoursAfter(departsAt, 1), hoursAfter(departsAt, 9)].map(toIso);
    return { id, body: { departure_time: departure, arrival_time: arrival, reason: 'WEATHER' } };
  },
  undepartCompanyTrip: async ({ dependencies }, { member: { operatorId } }) => {
    const { id } = await aTrip(dependencies, { bus: { operatorId } });
    await changePlan(dependencies, id, { departedAt: START });
    return { id };
  },
  leaveStopFromOffice: async ({ dependencies }, { member: { operatorId } }) => {
    const { id } = await aTrip(dependencies, { bus: { operatorId }, departsAt: minutesAfter(START, 10) });
    return { id, n: 0, body: {} };
  },
  takeStopBackFromOffice: async ({ dependencies }, { member: { operatorId } }) => {
    const { id } = await aTrip(dependencies, { bus: { operatorId } });
    const taps = { left: [{ stop: 0, at: START }], takenBack: [] };
    await changePlan(dependencies, id, { departedAt: START, taps });
    return { id, n: 0 };
  },
  sayDelayFromOffice: async ({ dependencies }, { member: { operatorId } }) => {
    const { id } = await aTrip(dependencies, { bus: { operatorId }, departsAt: minutesAfter(START, 10) });
    return { id, body: { minutes: 40, reason: 'WEATHER' } };
  },
  endDelayFromOffice: async ({ dependencies }, { member: { operatorId } }) => {
    const { id } = await aTrip(dependencies, { bus: { operatorId } });
    await dependencies.transact(({ tracks }) => tracks.say(id, { at: START, minutes: 40, reason: 'WEATHER', stop: 0 }));
    return { id };
  },
  addDevice: async () => ({ body: { name: newName('Gate') } }),
  revokeDevice: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aDevice(dependencies, { operatorId })).id,
  }),
  openShift: async ({ dependencies }, { member }) => {
    await closeOpenShift(dependencies, member);
    return { body: { opening_cash: 500.5 } };
  },
  closeShift: async ({ dependencies }, { member }) => ({
    id: await aNewShift(dependencies, member),
    body: { counted_cash: 0, note: 'Nobody came.' },
  }),
  addSettlement: async () => ({ body: { amount: 98_000, fee: 2_000, reference: newName('Transfer'), force: true } }),
  proposeAdjustment: async (_api, { member: { operatorId } }) => ({
    body: { debit: 'CASH', credit: 'OPERATOR', amount: 12.5, operator_id: operatorId, reason: 'Counted twice.' },
  }),
  confirmAdjustment: async ({ dependencies }) => ({ id: await anAdjustment(dependencies) }),
  rejectAdjustment: async ({ dependencies }) => ({ id: await anAdjustment(dependencies) }),
  addReceipt: async (_api, { member: { operatorId } }) => ({
    body: { operator_id: operatorId, amount: 300, reference: newName('Transfer') },
  }),
  addAgentPayment: async ({ dependencies }) => ({
    id: (await anAgent(dependencies)).id,
    body: { amount: 250, reference: newName('Transfer') },
  }),
  makeAgentStatement: async ({ dependencies }) => ({
    id: (await anAgentThatPaid(dependencies)).id,
    body: { until: '2026-11-20' },
  }),
  resolvePayment: async ({ dependencies }) => ({
    id: await aDoubtfulPayment(dependencies),
    body: { as: 'FAILED', note: 'Nothing came.' },
  }),
  settlePayment: async ({ dependencies }) => ({
    id: await anUnclearPayment(dependencies),
    body: { as: 'refund' },
  }),
  makeStatement: async ({ dependencies }) => {
    const company = await aStatedCompany(dependencies);
    await aJourney(dependencies, company);
    return { body: { operator_id: company.operatorId, until: '2026-11-20' } };
  },
  payStatement: async ({ dependencies }, { member: { operatorId } }) => ({
    id: await aStatement(dependencies, operatorId),
    body: { reference: 'NIC-77810' },
  }),
  sendRefund: async ({ dependencies }) => ({
    id: (await aRefund(dependencies)).id,
    body: { method: 'ESEWA', reference: '000AWEO' },
  }),
  confirmRefund: async ({ dependencies }) => ({ id: await aSentRefund(dependencies) }),
  failRefund: async ({ dependencies }) => ({ id: await aSentRefund(dependencies), body: { failure: 'Closed.' } }),
  addGoodwill: async ({ dependencies }) => ({
    id: (await aPaidBooking(dependencies)).paymentId,
    body: { amount: 250.5, note: 'No air.' },
  }),
  payRefundInCash: async ({ dependencies }, { member }) => {
    await aNewShift(dependencies, member, paisa(500_000));
    return { id: (await aRefund(dependencies, { operatorId: member.operatorId, gateway: 'QR' })).id };
  },
  claimRefund: async ({ dependencies }) => ({ id: (await aRefund(dependencies)).id }),
  takeOverRefund: async ({ dependencies }) => ({
    id: (await aRefund(dependencies, { gateway: 'CASH' })).id,
    body: {},
  }),
  nameAccountForRefund: async ({ dependencies }) => ({
    id: (await aRefund(dependencies, { gateway: 'CASH' })).id,
    body: WALLET,
  }),
  nameRefundAccountForContact: async ({ dependencies }, { member: { operatorId } }) => ({
    id: (await aRefund(dependencies, { operatorId, gateway: 'QR' })).bookingId,
    body: WALLET,
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
  addTimetable: async (api, office) => ({ body: await newTimetable(api, office) }),
  changeTimetable: async (api, office) => ({
    id: await aNewTimetable(api, office),
    body: { fare: 1300, departs: '08:00', valid_until: '2031-01-01' },
  }),
  endTimetable: async (api, office) => ({ id: await aNewTimetable(api, office) }),
  changeSeatMap: async (api, office) => ({
    id: await aNewBus(api, office),
    body: { seat_map: { rows: 1, cols: 1, deck_count: 1, seats: [{ seat_number: 'A1', deck: 1, row: 1, col: 1 }] } },
  }),
};

/** The fields of a timetable between existing cities, on an existing bus. */
async function newTimetable({ dependencies }: Api, { keysFor }: Office) {
  const [source, destination] = await dependencies.cities.all();
  return {
    source_city_id: source!.id,
    destination_city_id: destination!.id,
    bus_id: keysFor('/api/operator/buses/:id').mine,
    fare: 1200,
    departs: '07:00',
    duration_minutes: 420,
    days: ['MON', 'FRI'],
    valid_from: '2028-01-01',
  };
}

/** Adds a timetable of the company, and returns its id. */
async function aNewTimetable(api: Api, office: Office): Promise<number> {
  const timetable = await newTimetable(api, office);
  return (await api.post('/api/operator/timetables', timetable, office.staff('MANAGER'))).json.id as number;
}

const invited = async ({ useCases }: Api, { member }: Office): Promise<number> =>
  (await useCases.inviteStaff(member, aNewcomer())).id;

const unpaid = async (
  dependencies: Pick<Engine, 'transact'>,
  company: { readonly operatorId?: OperatorId } = {},
): Promise<Booking> =>
  aBooking(dependencies, {
    userId: (await aPassenger(dependencies)).id,
    tripId: (await aTrip(dependencies, { bus: company })).id,
    seats: [seat('A1')],
  });

/** Adds an unpaid counter sale of this staff member. */
const aWaitingSale = async (dependencies: Api['dependencies'], { userId, operatorId }: Member): Promise<Booking> =>
  aBooking(dependencies, {
    userId,
    tripId: (await aTrip(dependencies, { bus: { operatorId } })).id,
    seats: [seat('A1')],
    channel: 'COUNTER',
    contact: ASHA,
  });

const aSentRefund = async (dependencies: Pick<Engine, 'transact'>): Promise<number> => {
  const { id } = await aRefund(dependencies);
  await dependencies.transact(({ refunds }) => refunds.move(id, 'send', START, { method: 'BANK', reference: 'B-1' }));
  return id;
};

const aWaitingDocument = async (given: Api['dependencies']): Promise<number> =>
  anUploadedDocument(given, (await aBareBus(given)).busId);

let names = 0;

const newBus = () => ({
  bus_name: 'Night Queen',
  registration_no: newName('BA'),
  bus_type: 'Sofa',
  template: '2x1-30-sofa',
});

/** Adds a bus of the company, and returns its id. */
async function aNewBus(api: Api, office: Office): Promise<number> {
  const { json } = await api.post('/api/operator/buses', newBus(), office.staff('MANAGER'));
  return json.id as number;
}

function newName(kind: string): string {
  names += 1;
  return `${kind} ${names}`;
}

/** A request that changes a paid booking of the company to another of its trips, at the same price. */
async function aChange(engine: Pick<Engine, 'transact'>, { operatorId }: Member): Promise<GoodRequest> {
  const traits = { seats: 9, bus: { operatorId } };
  const [trip, to] = [await aTrip(engine, traits), await aTrip(engine, traits)];
  const { id: userId } = await aPassenger(engine);
  const { id } = await aBooking(engine, { userId, tripId: trip.id, status: 'CONFIRMED' });
  return { id, body: { schedule_id: to.id, seats: 1 } };
}
