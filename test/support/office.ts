import { randomUUID } from 'node:crypto';
import type { Route } from '../../adapters/http/route/route.ts';
import { buildRoutes } from '../../app/routes.ts';
import type { Position } from '../../core/accounts/membership.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { Member } from '../../core/companies/member.ts';
import type { OperatorId, PaymentId, UserId } from '../../core/kernel/ids.ts';
import { aBooking } from './bookings.ts';
import { ORIGIN } from './accounts.ts';
import { aBus, aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import { anUploadedDocument } from './documents.ts';
import type { Engine } from './engines.ts';
import { startApi } from './http.ts';
import type { Api } from './http.ts';
import { aPassenger, anAdmin, anOperator } from './people.ts';
import { adminTokenOf, staffTokenOf, tokenOf } from './plain-tokens.ts';

/*
 * Two companies with a little of everything, on a running service that knows plain tokens, and those who run it.
 */

/** The key of something of the company, and of the same thing of another one. For administrators both are there. */
interface Keys {
  readonly mine: number;
  readonly theirs: number;
}

export interface Office {
  /** Keys for the id in a path. */
  readonly keysFor: (path: string) => Keys;
  /** Who acts for the company. */
  readonly member: Member;
  readonly admin: string;
  readonly passenger: string;
  readonly staff: (position: Position, status?: 'ACTIVE' | 'SUSPENDED') => string;
}

interface Company {
  readonly owner: UserId;
  readonly operatorId: OperatorId;
  /** By what stands before the id in a path, such as `buses` in `/buses/:id/documents`. */
  readonly ids: Readonly<Record<string, number>>;
}

async function aCompany({ dependencies, useCases }: Api, passenger: UserId): Promise<Company> {
  const { id: owner, operatorId } = await anOperator(dependencies);
  const staff = await useCases.inviteStaff({ userId: owner, operatorId }, aNewcomer());
  await aBus(dependencies, { operatorId, seats: 14 });
  const { id: trip, busId } = await aTrip(dependencies, { bus: { operatorId } });
  await dependencies.transact(async ({ trail, loginLog }) => {
    for (const name of ['Deluxe', 'Super Deluxe']) {
      const subject = { type: 'bus', id: busId } as const;
      const actor = { role: 'OPERATOR', userId: owner } as const;
      await trail.add({ kind: 'BUS_CHANGED', actor, operatorId, subject, description: `It is called ${name}.` }, START);
      await loginLog.add({ kind: 'SUCCESS', userId: owner, role: 'OPERATOR', message: name, origin: ORIGIN }, START);
    }
  });
  const documentId = await anUploadedDocument(dependencies, busId);
  const booking = await aBooking(dependencies, { userId: passenger, tripId: trip, seats: [seat('A1')] });
  const payment = await aPayment(dependencies, booking);
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
    },
  };
}

/** An attempt to pay a booking. */
export const aPayment = ({ transact }: Pick<Engine, 'transact'>, { id, total }: Booking): Promise<PaymentId> =>
  transact(({ payments }) =>
    payments.add({
      bookingId: id,
      gateway: 'ESEWA',
      transactionUuid: randomUUID(),
      amount: total,
      createdAt: START,
      nextEnquiryAt: undefined,
    }),
  );

let newcomers = 0;

/** Somebody to be invited. */
export function aNewcomer() {
  newcomers += 1;
  return { fullName: 'Ram Thapa', email: `ram-${newcomers}@example.com`, phone: '', position: 'CLERK' as Position };
}

/** Furnishes an empty service. */
export async function anOffice(api: Api): Promise<Office> {
  const { id: passenger } = await aPassenger(api.dependencies);
  const [{ id: admin }] = [await anAdmin(api.dependencies), await anAdmin(api.dependencies)];
  const [mine, theirs] = [await aCompany(api, passenger), await aCompany(api, passenger)];
  const [kathmandu, pokhara] = await api.dependencies.cities.all();
  return {
    keysFor: (path) => {
      const thing = /([\w-]+)\/:id/.exec(path)?.[1] ?? '';
      if (thing === 'cities') return { mine: kathmandu!.id, theirs: pokhara!.id };
      const [one, other] = [mine.ids[thing], theirs.ids[thing]];
      if (one === undefined || other === undefined) throw new Error(`The companies have no ${thing}: give them some.`);
      return { mine: one, theirs: other };
    },
    member: { userId: mine.owner, operatorId: mine.operatorId },
    admin: adminTokenOf(admin),
    passenger: tokenOf(passenger),
    staff: (position, status = 'ACTIVE') => staffTokenOf(position, mine.owner, mine.operatorId, status),
  };
}

/** The routes of the back office, as the service has them. */
export async function officeRoutes(): Promise<readonly Route[]> {
  const api = await startApi({ engine: 'memory' });
  await api.close();
  return buildRoutes(api.useCases, api.dependencies).filter(({ path }) => /^\/api\/(operator|admin)\//.test(path));
}

export const isList = ({ sends }: Route): boolean =>
  sends.kind === 'json' &&
  Object.hasOwn((sends.schema as { readonly properties?: object }).properties ?? {}, 'next_cursor');
