import { type KeyObject, createPublicKey, verify } from 'node:crypto';
import { type Paisa, paisa } from '../../core/kernel/money.ts';
import type { ConnectIpsMerchant } from './merchants.ts';
import { type Call, type Opening, type Request, type Simulator, FormRefused, json, textIn } from './simulator.ts';
import { type Rules, type Standing, standingOf } from './standing.ts';

export const CONNECTIPS_PATH = '/sandbox/connectips';

const RULES: Rules = { minutes: undefined, endsForGood: false, namesAmounts: true };

/** The fields of the form, in the order in which they are signed. */
const FIELDS = [
  'MERCHANTID',
  'APPID',
  'APPNAME',
  'TXNID',
  'TXNDATE',
  'TXNCRNCY',
  'TXNAMT',
  'REFERENCEID',
  'REMARKS',
  'PARTICULARS',
] as const;

type Field = (typeof FIELDS)[number];

/** connectIPS' statuses. connectIPS has no status of its own for a payment that has not arrived yet. */
const WORDS: Readonly<Record<Standing, readonly [status: string, description: string]>> = {
  open: ['ERROR', 'TRANSACTION INCOMPLETE'],
  lapsed: ['ERROR', 'TRANSACTION INCOMPLETE'],
  pending: ['ERROR', 'TRANSACTION IN PROCESS'],
  paid: ['SUCCESS', 'TRANSACTION SUCCESSFUL'],
  refused: ['FAILED', 'TRANSACTION CANCELLED'],
};

/** Simulates connectIPS: reads the signed form, and answers whether a payment arrived. */
export function connectIpsSimulator(merchant: ConnectIpsMerchant, baseUrl: string): Simulator {
  const isSigned = verifier(merchant.key);
  return {
    gateway: 'CONNECTIPS',
    title: 'connectIPS',
    rules: RULES,
    form: { path: `${CONNECTIPS_PATH}/connectipswebgw/loginpage`, read: formReader(merchant, isSigned) },
    calls: [
      {
        method: 'post',
        path: `${CONNECTIPS_PATH}/connectipswebws/api/creditor/validatetxn`,
        answer: validator(merchant, isSigned),
      },
    ],
    // connectIPS has no transaction id except the one that the shop chose.
    newTransactionId: ({ id }) => id,
    returnUrl(payment, now) {
      const end = standingOf(payment, RULES, now) === 'refused' ? 'failure' : 'success';
      return `${baseUrl}/api/payments/passenger/connectips/${end}?TXNID=${payment.id}`;
    },
  };
}

type IsSigned = (pairs: readonly (readonly [name: string, value: string])[], token: string) => boolean;

function verifier(privateKey: KeyObject): IsSigned {
  const key = createPublicKey(privateKey);
  return (pairs, token) => {
    const message = pairs.map(([name, value]) => `${name}=${value}`).join(',');
    return verify('sha256', Buffer.from(message), key, Buffer.from(token, 'base64'));
  };
}

const amountIn = (text: string): Paisa | undefined => (/^[1-9]\d{0,11}$/.test(text) ? paisa(Number(text)) : undefined);

const formReader =
  ({ merchantId, appId, appName }: ConnectIpsMerchant, isSigned: IsSigned) =>
  (posted: URLSearchParams): Opening => {
    const wrong = (message: string): never => {
      throw new FormRefused(message);
    };
    const missing = [...FIELDS, 'TOKEN'].filter((name) => posted.getAll(name).length !== 1);
    if (missing.length > 0) wrong(`These fields are missing, or given more than once: ${missing.join(', ')}.`);
    const fields = Object.fromEntries(FIELDS.map((name) => [name, posted.get(name) ?? ''])) as Record<Field, string>;
    if (fields.MERCHANTID !== merchantId || fields.APPID !== appId || fields.APPNAME !== appName)
      wrong('No merchant has this MERCHANTID, APPID and APPNAME.');
    if (!/^[A-Za-z0-9-]{1,20}$/.test(fields.TXNID)) wrong('TXNID has 1 to 20 letters, digits and hyphens.');
    if (!/^\d{2}-\d{2}-\d{4}$/.test(fields.TXNDATE)) wrong('TXNDATE is a day such as 21-11-2026.');
    if (fields.TXNCRNCY !== 'NPR') wrong('TXNCRNCY must be NPR.');
    if (fields.REMARKS.length > 50) wrong('REMARKS has at most 50 characters.');
    if (fields.PARTICULARS.length > 100) wrong('PARTICULARS has at most 100 characters.');
    const amount = amountIn(fields.TXNAMT) ?? wrong('TXNAMT is a whole number of paisa.');
    const pairs = [...FIELDS.map((name) => [name, fields[name]] as const), ['TOKEN', 'TOKEN'] as const];
    if (!isSigned(pairs, posted.get('TOKEN') ?? '')) wrong('TOKEN does not match the fields.');
    return { id: fields.TXNID, amount, order: fields };
  };

const validator =
  ({ merchantId, appId, password }: ConnectIpsMerchant, isSigned: IsSigned): Call['answer'] =>
  async (request, { find, now }) => {
    if (!isMerchant(request, `${appId}:${password}`)) return json(401, { error: 'Unauthorized' });
    const [id, asked] = [textIn(request.body, 'referenceId'), textIn(request.body, 'txnAmt')];
    const reply = ([status, statusDesc]: readonly [string, string], amount: string) =>
      json(200, { merchantId, appId, referenceId: id, txnAmt: amount, token: null, status, statusDesc });
    const pairs = [
      ['MERCHANTID', textIn(request.body, 'merchantId')],
      ['APPID', textIn(request.body, 'appId')],
      ['REFERENCEID', id],
      ['TXNAMT', asked],
    ] as const;
    if (textIn(request.body, 'merchantId') !== merchantId || !isSigned(pairs, textIn(request.body, 'token')))
      return reply(['ERROR', 'INVALID TOKEN'], asked);
    const payment = await find(id);
    if (!payment || payment.amount !== amountIn(asked)) return reply(['ERROR', 'NO TRANSACTION'], asked);
    const standing = standingOf(payment, RULES, now);
    return reply(WORDS[standing], String(standing === 'paid' && payment.paid ? payment.paid.amount : payment.amount));
  };

const isMerchant = ({ authorization }: Request, credentials: string): boolean =>
  authorization === `Basic ${Buffer.from(credentials).toString('base64')}`;
