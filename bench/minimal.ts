import Router from '@koa/router';
import jwt from 'jsonwebtoken';
import Koa, { type Context } from 'koa';
import { koaBody } from 'koa-body';
import { deriveKey } from '../adapters/crypto/keys.ts';
import { type Trip, listed, refused, seatMapOf } from './minimal/answers.ts';
import { database } from './minimal/database.ts';
import { readCallback } from './minimal/gateway.ts';
import { sql } from './minimal/sql.ts';
import { book, checkOut, expire, hold, pay } from './minimal/work.ts';

/*
 * The minimal server that the service is compared with. This small Koa server searches, holds, books, checks out and
 * pays on the same tables, with the same guarantees. The minimal server does none of the service's other work and lacks
 * its optimisations: see docs/benchmark.md.
 */

const accessKey = deriveKey(process.env['APP_SECRET'] ?? '', 'access-token');
const [DAY, NEPAL] = [86_400_000, '+05:45'];
const OVERDUE_EVERY_MS = 5_000;

/** Identifies the passenger: checks the token's signature and reads the account. */
async function passengerOf({ headers: { authorization = '' } }: Context): Promise<number> {
  let claims: { user_id?: number; role?: string; tv?: number; typ?: string };
  try {
    claims = jwt.verify(authorization.slice('Bearer '.length), accessKey, { algorithms: ['HS256'] }) as typeof claims;
  } catch {
    throw refused(401, 'Sign in first.');
  }
  if (claims.typ !== 'access' || claims.role !== 'PASSENGER') throw refused(403, 'Passengers only.');
  const [user] = (await database.read(sql.user, claims.user_id ?? 0)) as { status: string; token_version: number }[];
  if (user?.status !== 'ACTIVE' || user.token_version !== claims.tv) throw refused(401, 'Sign in again.');
  return claims.user_id ?? 0;
}

setInterval(() => {
  database.transact(() => expire(Date.now())).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}, OVERDUE_EVERY_MS);

const router = new Router();
const body = koaBody();
const given = (ctx: Context) => ctx.request.body as { schedule_id: number; seat_numbers: readonly string[] };
const idOf = ({ params }: { params: Record<string, string> }): number => Number(params['id']);

router.get('/healthz', (ctx) => {
  ctx.body = { status: 'ok' };
});
router.get('/api/trips', async (ctx) => {
  const { origin = '', destination = '', date } = ctx.query as Record<string, string>;
  const [now, start] = [Date.now(), date === undefined ? 0 : Date.parse(`${date}T00:00:00${NEPAL}`)];
  if (Number.isNaN(start)) throw refused(400, 'No such day.');
  const until = date === undefined ? Number.MAX_SAFE_INTEGER : start + DAY;
  const cities = [origin.toLowerCase(), destination.toLowerCase()] as const;
  const rows = await database.read(sql.search, ...cities, Math.max(now, start), until, now);
  ctx.body = { count: rows.length, results: (rows as Trip[]).map(listed) };
});
router.get('/api/trips/:id/seats', async (ctx) => {
  const rows = (await database.read(sql.seatMap, idOf(ctx), Date.now())) as Record<string, unknown>[];
  if (rows.length === 0) throw refused(404, 'Trip not found.');
  ctx.body = seatMapOf(rows);
});
router.post('/api/trips/:id/seats/lock', body, async (ctx) => {
  const [passenger, { seat_numbers: seats }] = [await passengerOf(ctx), given(ctx)];
  ctx.body = await database.transact(() => hold(passenger, idOf(ctx), seats, Date.now()));
});
router.post('/api/bookings', body, async (ctx) => {
  const [passenger, { schedule_id: trip, seat_numbers: seats }] = [await passengerOf(ctx), given(ctx)];
  ctx.body = await database.transact(() => book(passenger, trip, seats, Date.now()));
  ctx.status = 201;
});
router.post('/api/bookings/:id/checkout', body, async (ctx) => {
  const passenger = await passengerOf(ctx);
  ctx.body = await database.transact(() => checkOut(passenger, idOf(ctx), Date.now()));
});
router.get('/api/payments/passenger/gateway/success', async (ctx) => {
  const callback = readCallback(String(ctx.query['data']));
  ctx.redirect(await database.transact(() => pay(callback, Date.now())));
});

const app = new Koa();
app.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const { status = 500, message } = error as { status?: number; message: string };
    ctx.status = status;
    ctx.body = { detail: status === 500 ? 'Something went wrong.' : message };
    if (status === 500) process.stderr.write(`${message}\n`);
  }
});
app.use(router.routes()).listen(Number(process.env['PORT']), '127.0.0.1');
