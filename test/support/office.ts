import { makeAgentStatement } from '../../core/agents/make-agent-statement.ts';
import type { Route } from '../../adapters/http/route/route.ts';
import { buildRoutes } from '../../app/areas.ts';
import type { Position } from '../../core/accounts/membership.ts';
import type { Member } from '../../core/companies/member.ts';
import { refused } from '../../core/boarding/scan.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { AgentId, BusId, DeviceId, OperatorId, TimetableId, UserId, WebhookId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { PLATFORM, companyAs } from '../../core/listening/owner.ts';
import { daysAfter, hoursAfter } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { adjusted, earned, onlinePayment } from '../../core/ledger/entries.ts';
import { anAgent, anAgentKey } from './agents.ts';
import { aBooking, aPayment } from './bookings.ts';
import { ORIGIN } from './accounts.ts';
import { aBus, aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import { anAdjustment } from './corrections.ts';
import { aDoor } from './doors.ts';
import { aDevice } from './devices.ts';
import type { Engine } from './engines.ts';
import { anUploadedDocument } from './documents.ts';
import { type Api, startApi } from './http.ts';
import { aNewShift } from './counter.ts';
import { aPassenger, anAdmin, anOperator } from './people.ts';
import { aPlace } from './places.ts';
import { aPaidBooking, aRefund } from './refunds.ts';
import { adminTokenOf, staffTokenOf, tokenOf } from './plain-tokens.ts';
import { aStatement } from './stating.ts';
import { aDelivery, aWebhook } from './webhooks.ts';

/* A service with two companies. Each company has rows of every kind, and plain tokens for its staff. */

/** The id of a row of the company, and of a row of the same kind in another company. Administrators see both rows. */
interface Keys {
  readonly mine: number | string;
  readonly theirs: number | string;
}

export interface Office {
  /** The two ids to put into a path with `:id`. */
  readonly keysFor: (path: string) => Keys;
  /** The path with ids for its parameters. Its delivery belongs to the endpoint with this id. */
  readonly fill: (path: string, id: number | string) => string;
  /** The owner of the company whose rows are `mine`. */
  readonly member: Member;
  readonly admin: string;
  readonly passenger: string;
  readonly staff: (position: Position, status?: 'ACTIVE' | 'SUSPENDED') => string;
}

interface Company {
  readonly owner: UserId;
  readonly operatorId: OperatorId;
  /** Ids by the path segment before them, such as `buses` in `/buses/:id/documents`. */
  readonly ids: Readonly<Record<string, number>>;
}

/** Records two scans of a cancelled booking's ticket, each with a conflict. */
const twoConflicts = ({ transact }: Pick<Engine, 'transact'>, deviceId: DeviceId, { id, tripId }: Booking) =>
  transact(async ({ boardings }) => {
    for (const nonce of ['one', 'two']) {
      const about = { tripId, bookingId: id };
      const scan = { ...about, nonce, action: null, mode: null, scannedAt: START, answer: refused('CANCELLED') };
      const [key] = await boardings.addScans({ deviceId }, [scan], START);
      if (key)
        await boardings.addConflicts([{ ...about, scan: key, first: null, seats: [], reason: 'CANCELLED' }], START);
    }
  });

async function aCompany({ dependencies, useCases }: Api, passenger: UserId): Promise<Company> {
  const { id: owner, operatorId } = await anOperator(dependencies);
  const staff = await useCases.inviteStaff({ userId: owner, operatorId }, aNewcomer());
  await aBus(dependencies, { operatorId, seats: 14 });
  const { id: trip, busId } = await aTrip(dependencies, { bus: { operatorId } });
  // A second trip, one day later.
  await aTrip(dependencies, { busId, departsAt: hoursAfter(START, 72) });
  await dependencies.transact(async ({ trail, loginLog }) => {
    for (const name of ['Deluxe', 'Super Deluxe']) {
      const subject = { type: 'bus', id: busId } as const;
      const actor = { role: 'OPERATOR', userId: owner } as const;
      await trail.add({ kind: 'BUS_CHANGED', actor, operatorId, subject, description: `It is called ${name}.` }, START);
      await loginLog.add({ kind: 'SUCCESS', userId: owner, role: 'OPERATOR', message: name, origin: ORIGIN }, START);
    }
  });
  const documentId = await anUploadedDocument(dependencies, busId);
  const booked = { userId: passenger, tripId: trip, status: 'CONFIRMED' } as const;
  const booking = await aBooking(dependencies, { ...booked, seats: [seat('A1')] });
  const second = await aBooking(dependencies, { ...booked, seats: [seat('A2')] });
  const told = [booking, second].map(({ id: bookingId }) => ({ bookingId, byMail: true, bySms: false }));
  await dependencies.transact(({ notices }) => notices.replace(trip, told));
  const payment = await aPayment(dependencies, booking);
  await dependencies.transact(({ ledger }) =>
    ledger.record([...onlinePayment(booking, { paymentId: payment, gateway: 'ESEWA' }), ...earned(booking)], START),
  );
  const paid = await aPaidBooking(dependencies, { operatorId, userId: passenger });
  const [refund] = [await aRefund(dependencies, { paid }), await aRefund(dependencies, { paid, amount: paisa(1) })];
  const shift = await aNewShift(dependencies, { userId: owner, operatorId });
  await aNewShift(dependencies, { userId: owner, operatorId });
  const member = { userId: owner, operatorId };
  const [timetable] = [
    await aTimetable({ dependencies, useCases }, member, busId),
    await aTimetable({ dependencies, useCases }, member, busId),
  ];
  const [statement] = [await aStatement(dependencies, operatorId), await aStatement(dependencies, operatorId)];
  const [adjustment] = [await anAdjustment(dependencies), await anAdjustment(dependencies)];
  const [device] = [await aDevice(dependencies, { operatorId }), await aDevice(dependencies, { operatorId })];
  await twoConflicts(dependencies, device.id, booking);
  const agent = await anAgent(dependencies, { operators: [operatorId] });
  for (const label of ['Shop', 'Till']) await anAgentKey(dependencies, agent, { label });
  for (const reference of ['NIC-1', 'NIC-2']) await twoAdjustments(dependencies, agent.id, reference, owner);
  const [city] = await dependencies.cities.all();
  const [place] = [
    await aPlace(dependencies, { operatorId, cityId: city!.id, name: 'Kalanki' }),
    await aPlace(dependencies, { operatorId, cityId: city!.id, name: 'Balkhu' }),
  ];
  const [webhook] = [
    await aWebhook(dependencies, companyAs(operatorId)),
    await aWebhook(dependencies, companyAs(operatorId)),
  ];
  const wait = await useCases.startWaiting(passenger, trip, {
    count: 6,
    anyOf: [],
    section: undefined,
    keptFor: undefined,
  });
  return {
    owner,
    operatorId,
    ids: {
      users: owner,
      operators: operatorId,
      staff: staff.id,
      buses: busId,
      documents: documentId,
      trips: trip,
      bookings: booking.id,
      payments: payment,
      shifts: shift,
      refunds: refund.id,
      timetables: timetable,
      statements: statement,
      adjustments: adjustment,
      devices: device.id,
      agents: agent.id,
      webhooks: webhook,
      places: place.id,
      waits: wait.id,
    },
  };
}

/** A statement of an agent with two lines and a payment. */
async function twoAdjustments(dependencies: Api['dependencies'], agentId: AgentId, reference: string, owner: UserId) {
  await dependencies.transact(async ({ agentPayments, ledger }) => {
    await agentPayments.add({ agentId, at: START, amount: paisa(1), reference, addedBy: owner });
    const row = { id: null as never, operatorId: null, gateway: null, agentId, amount: paisa(1) } as const;
    const entries = adjusted({ ...row, debit: 'AGENT', credit: 'BANK' });
    await ledger.record([...entries, ...entries], START);
  });
  await makeAgentStatement({ ...dependencies, clock: () => START })(owner, { agentId, until: '2026-11-20' });
}

/** A timetable without trips. */
async function aTimetable(
  { dependencies, useCases }: Pick<Api, 'dependencies' | 'useCases'>,
  member: Member,
  busId: BusId,
): Promise<TimetableId> {
  const [source, destination] = await dependencies.cities.all();
  const { id } = await useCases.addTimetable(member, {
    sourceCityId: source!.id,
    destinationCityId: destination!.id,
    busId,
    fare: paisa(120_000),
    departs: '07:00',
    durationMinutes: 420,
    days: ['MON'],
    validFrom: '2028-01-01',
    validUntil: null,
    exceptDates: [],
    stops: [],
    fares: [],
    saleOpensAt: null,
    boardingPoints: [],
    droppingPoints: [],
  });
  return id;
}

let newcomers = 0;

/** A person to be invited. */
export function aNewcomer() {
  newcomers += 1;
  return { fullName: 'Ram Thapa', email: `ram-${newcomers}@example.com`, phone: '', position: 'CLERK' as Position };
}

/** Fills an empty service with two companies, and returns their ids and tokens. */
export async function anOffice(api: Api): Promise<Office> {
  const { id: passenger } = await aPassenger(api.dependencies);
  const [{ id: admin }] = [await anAdmin(api.dependencies), await anAdmin(api.dependencies)];
  const [mine, theirs] = [await aCompany(api, passenger), await aCompany(api, passenger)];
  await anAgent(api.dependencies, { operators: [mine.operatorId] });
  const [kathmandu, pokhara] = await api.dependencies.cities.all();
  const hooks = [await aWebhook(api.dependencies, PLATFORM), await aWebhook(api.dependencies, PLATFORM)];
  const shared = await Promise.all(
    ['Kalanki', 'Balkhu'].map((name) => aPlace(api.dependencies, { cityId: kathmandu!.id, name })),
  );
  const deliveries = new Map<number, number>();
  for (const id of [...hooks, mine.ids['webhooks'] as WebhookId]) {
    await aDelivery(api.dependencies, id);
    deliveries.set(id, await aDelivery(api.dependencies, id));
  }
  const openings = await Promise.all(
    [3, 4].map(async (days) => {
      const opensAt = daysAfter(api.dependencies.clock(), days);
      await aDoor(api.dependencies, { opensAt, trips: [] });
      return doorNameOf(opensAt);
    }),
  );
  return {
    keysFor: (path) => {
      const thing = /([\w-]+)\/:id/.exec(path)?.[1] ?? '';
      // Doors are named by moments and belong to nobody. A company is told of the trips at each of them.
      if (thing === 'doors')
        return { mine: openings[0]!, theirs: path.startsWith('/api/admin') ? openings[1]! : '20200101T000000' };
      if (thing === 'cities') return { mine: kathmandu!.id, theirs: pokhara!.id };
      if (path.startsWith('/api/admin/places')) return { mine: shared[0]!.id, theirs: shared[1]!.id };
      if (path.startsWith('/api/admin/webhooks')) return { mine: hooks[0]!, theirs: hooks[1]! };
      const [one, other] = [mine.ids[thing], theirs.ids[thing]];
      if (one === undefined || other === undefined) throw new Error(`The companies have no ${thing}: give them some.`);
      return { mine: one, theirs: other };
    },
    fill: (path, id) => placeFor(path, id).replace(':delivery', String(deliveries.get(Number(id)) ?? 1)),
    member: { userId: mine.owner, operatorId: mine.operatorId },
    admin: adminTokenOf(admin),
    passenger: tokenOf(passenger),
    staff: (position, status = 'ACTIVE') => staffTokenOf(position, mine.owner, mine.operatorId, status),
  };
}

/** The back office's routes, read from the service. */
export async function officeRoutes(): Promise<readonly Route[]> {
  const api = await startApi();
  await api.close();
  return buildRoutes(api.useCases, api.dependencies).filter(({ path }) => /^\/api\/(operator|admin)\//.test(path));
}

/** The path of a route for an object. Agents have two keys and two statements each, in the order of the agents. */
const placeFor = (path: string, id: number | string): string =>
  path
    .replace(':id', String(id))
    .replace(':n', '0')
    .replace(':statement', String(2 * Number(id)))
    .replace(':key', String(2 * Number(id)));

export const isList = ({ sends }: Route): boolean =>
  sends.kind === 'json' &&
  Object.hasOwn((sends.schema as { readonly properties?: object }).properties ?? {}, 'next_cursor');
