import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Answer, Client } from './http.ts';
import type { Traveller } from './journey.ts';
import { PLAYED, type Played } from './sandbox-payments.ts';

/** Processes of the service, some of which may be killed. */
interface Shop {
  /** A process that is probably alive; undefined if none is. */
  readonly pick: () => Client | undefined;
}

/** Counts of the passengers' actions, for a report. */
export interface Figures {
  purchases: number;
  paid: number;
  paidTwice: number;
  refused: number;
  cancelled: number;
  unavailable: number;
  faults: number;
  /** The number of requests that failed because their process was killed. */
  cutOff: number;
  kills: number;
}

export const noFigures = (): Figures => ({
  purchases: 0,
  paid: 0,
  paidTwice: 0,
  refused: 0,
  cancelled: 0,
  unavailable: 0,
  faults: 0,
  cutOff: 0,
  kills: 0,
});

/** A trip on which buyers try to buy seats or places. */
export interface Offer {
  readonly trip: number;
  /** The seat numbers; empty for a bus without a seat map. */
  readonly seats: readonly string[];
}

interface Buyer {
  readonly shop: Shop;
  readonly by: Traveller;
  readonly figures: Figures;
}

const RETRY_MS = 50;
const MOST_RETRIES = 1_200;

const oneOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!;
const inPercent = (percent: number): boolean => randomInt(100) < percent;

/** Repeats a request until a process answers. An earlier try without an answer may have succeeded. */
export async function insist<Result>(
  { shop, figures }: Pick<Buyer, 'shop' | 'figures'>,
  step: (api: Client) => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
    const api = shop.pick();
    try {
      if (api) return await step(api);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      figures.cutOff += 1;
    }
    await pause(RETRY_MS);
  }
  throw new Error('No process answers any more.');
}

const FAULTS = ['http-500', 'http-500', 'garbage', 'garbage', 'timeout'] as const;
const REFUND_FAULTS = ['lose-refund-answer', 'lose-refund-answer', 'refuse-refund'] as const;

/** Makes a gateway of the sandbox fail once. */
async function breakGateway(buyer: Buyer): Promise<void> {
  const fault = inPercent(50)
    ? { gateway: oneOf(PLAYED), fault: oneOf(FAULTS) }
    : { gateway: 'KHALTI', fault: oneOf(REFUND_FAULTS) };
  const { status } = await insist(buyer, (api) => api.post('/sandbox/control', { ...fault, times: 1 }));
  expect(status).to.equal(200);
  buyer.figures.faults += 1;
}

/** Buys one seat or place. Some purchases are paid twice or cancelled. Returns false if the seat was taken. */
export async function purchase(buyer: Buyer, offers: readonly Offer[]): Promise<boolean> {
  const { by, figures } = buyer;
  if (inPercent(15)) await breakGateway(buyer);
  const booking = await book(buyer, oneOf(offers));
  if (!booking) return false;
  figures.purchases += 1;

  const first = await checkOut(buyer, booking.id);
  const second = inPercent(20) ? await checkOut(buyer, booking.id) : undefined;
  const isPaid = first !== undefined && (await pay(buyer, booking.id, first));
  if (second && second.gateway_id !== first?.gateway_id && (await pay(buyer, booking.id, second)) && isPaid)
    figures.paidTwice += 1;
  if (isPaid) figures.paid += 1;
  if (inPercent(30)) {
    const { status } = await insist(buyer, (api) =>
      api.post(`/api/bookings/${booking.id}/cancel`, { reason: 'Ill.' }, by.token),
    );
    // A 409 means that an earlier request, whose answer never arrived, has cancelled the booking already.
    expect(status).to.be.oneOf([200, 409]);
    figures.cancelled += 1;
  }
  return true;
}

async function book(buyer: Buyer, { trip, seats }: Offer): Promise<{ readonly id: number } | undefined> {
  const { by } = buyer;
  const seat = seats.length > 0 ? [oneOf(seats)] : [];
  if (seat.length > 0) {
    const held = await insist(buyer, (api) =>
      api.post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seat }, by.token),
    );
    if (held.status !== 200 || held.json.granted.length === 0) return undefined;
  }
  const body = { schedule_id: trip, ...(seat.length > 0 ? { seat_numbers: seat } : { seats: 1 }) };
  const key = { 'Idempotency-Key': randomUUID() };
  const answer = await insist(buyer, (api) => api.post('/api/bookings', body, by.token, key));
  expect(answer.status, answer.text).to.be.oneOf([201, 409]);
  return answer.status === 201 ? (answer.json as { readonly id: number }) : undefined;
}

/** The service's answer to a checkout. */
interface Begun {
  readonly gateway: Played;
  readonly gateway_id: string;
  readonly kind: 'form' | 'redirect' | 'qr';
  readonly gateway_url: string;
  readonly form_fields: Readonly<Record<string, string>>;
}

/** Begins a payment at a random gateway. Undefined if the booking no longer takes payments, or no gateway answers. */
async function checkOut(buyer: Buyer, booking: number): Promise<Begun | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    const gateway = oneOf(PLAYED);
    const answer: Answer = await insist(buyer, (api) =>
      api.post(`/api/bookings/${booking}/checkout`, { gateway }, buyer.by.token),
    );
    if (answer.status === 200) return answer.json as Begun;
    if (answer.status === 409) return undefined;
    expect(answer.status, answer.text).to.equal(503);
    expect(answer.json.code).to.equal('GATEWAY_UNAVAILABLE');
    buyer.figures.unavailable += 1;
  }
  return undefined;
}

const ACTIONS = ['pay', 'pay', 'pay', 'pay', 'pay_twice', 'pay_silently', 'pay_later', 'refuse', 'walk_away'] as const;

/** Performs a payer's action at the gateway, and returns to the service. True if money has arrived or will arrive. */
async function pay(buyer: Buyer, booking: number, begun: Begun): Promise<boolean> {
  const { gateway, gateway_id: reference } = begun;
  if (begun.kind === 'form') {
    const { pathname } = new URL(begun.gateway_url);
    const body = () => new URLSearchParams(begun.form_fields);
    const page = await insist(buyer, (api) => api.send(pathname, { method: 'POST', body: body() }));
    expect(page.status, page.text).to.equal(200);
  }
  const action = oneOf(ACTIONS);
  const acted = await insist(buyer, (api) =>
    api.post(`/sandbox/${gateway.toLowerCase()}/act`, { reference, action, seconds: 1 }),
  );
  expect(acted.status, acted.text).to.equal(200);
  const { redirect_url: back } = acted.json as { readonly redirect_url: string | null };
  if (back !== null) {
    // The browser may return to any process, because the process that opened the payment may be dead.
    const { pathname, search } = new URL(back);
    expect((await insist(buyer, (api) => api.get(`${pathname}${search}`))).status).to.equal(302);
  } else if (gateway === 'FONEPAY') {
    const checked = await insist(buyer, (api) =>
      api.post(`/api/bookings/${booking}/payment/check`, undefined, buyer.by.token),
    );
    expect(checked.status, checked.text).to.equal(200);
  }
  const isPaid = action.startsWith('pay');
  if (!isPaid) buyer.figures.refused += 1;
  return isPaid;
}
