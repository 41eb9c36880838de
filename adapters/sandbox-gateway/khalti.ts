import { NOTHING, type Paisa, minus, paisa, plus } from '../../core/kernel/money.ts';
import { minutesAfter, toIso } from '../../core/kernel/time.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';
import { KHALTI_MERCHANT } from './merchants.ts';
import { payPath } from './pay-path.ts';
import { LETTERS, randomText } from './random-text.ts';
import { LONGEST_URL, returnPath } from './return-path.ts';
import { type Call, type Faults, type Reply, type Request, type Simulator, json, textIn } from './simulator.ts';
import { type Rules, standingOf } from './standing.ts';

export const KHALTI_PATH = '/sandbox/khalti';

const MINUTES = 30;
const RULES: Rules = { minutes: MINUTES, endsForGood: true, namesAmounts: true };
/** The smallest amount that Khalti takes: ten rupees. */
const LEAST = paisa(1_000);

/** Khalti's statuses, each with the HTTP status of its lookup. */
const WORDS = {
  open: ['Initiated', 200],
  pending: ['Pending', 200],
  paid: ['Completed', 200],
  refused: ['User canceled', 400],
  lapsed: ['Expired', 400],
} as const;

/** Simulates Khalti's ePayment: opens a payment page, answers about a payment, and refunds a payment. */
export const khaltiSimulator = (baseUrl: string): Simulator => ({
  gateway: 'KHALTI',
  title: 'Khalti',
  rules: RULES,
  calls: [
    { method: 'post', path: `${KHALTI_PATH}/api/v2/epayment/initiate/`, answer: initiate(baseUrl), opens: true },
    { method: 'post', path: `${KHALTI_PATH}/api/v2/epayment/lookup/`, answer: lookup },
    {
      method: 'post',
      path: `${KHALTI_PATH}/api/merchant-transaction/:transaction/refund/`,
      answer: giveBack,
      faults: ON_REFUNDS,
    },
  ],
  newTransactionId: () => randomText(LETTERS, 22),
  returnUrl(payment, now) {
    const { word, transactionId, amount } = described(payment, now);
    const url = new URL(payment.order['return_url'] ?? '');
    const parameters = {
      pidx: payment.id,
      transaction_id: transactionId ?? '',
      tidx: transactionId ?? '',
      amount: String(amount),
      total_amount: String(amount),
      mobile: '98XXXXX000',
      status: word,
      purchase_order_id: payment.order['purchase_order_id'] ?? '',
      purchase_order_name: payment.order['purchase_order_name'] ?? '',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  },
});

const isMerchant = ({ authorization }: Request): boolean => authorization === `Key ${KHALTI_MERCHANT.secretKey}`;
const notMerchant = (): Reply => json(401, { detail: 'Invalid token.', status_code: 401 });
const notFound = (): Reply => json(404, { detail: 'Not found.', error_key: 'validation_error' });

const initiate =
  (baseUrl: string): Call['answer'] =>
  async (request, { open, now }) => {
    if (!isMerchant(request)) return notMerchant();
    const { body } = request;
    const faults: Record<string, readonly string[]> = {};
    const names = ['return_url', 'website_url', 'purchase_order_id', 'purchase_order_name'] as const;
    for (const name of names) if (textIn(body, name) === '') faults[name] = ['This field may not be blank.'];
    const returnUrl = textIn(body, 'return_url');
    if (returnUrl !== '' && returnPath(returnUrl, baseUrl) === undefined)
      faults['return_url'] = [`The browser goes back to ${new URL(baseUrl).origin} alone, to a path for payments.`];
    for (const name of names)
      if (textIn(body, name).length > LONGEST_URL) faults[name] = [`At most ${LONGEST_URL} characters, please.`];
    const amount = wholePaisa(body['amount']);
    if (amount === undefined) faults['amount'] = ['A valid integer is required.'];
    else if (amount < LEAST) faults['amount'] = ['Amount should be greater than Rs. 10, that is 1000 paisa.'];
    if (amount === undefined || Object.keys(faults).length > 0)
      return json(400, { ...faults, error_key: 'validation_error' });

    const id = randomText(LETTERS, 22);
    await open({ id, amount, order: Object.fromEntries(names.map((name) => [name, textIn(body, name)])) });
    return json(200, {
      pidx: id,
      payment_url: `${baseUrl}${payPath('KHALTI', id)}`,
      expires_at: toIso(minutesAfter(now, MINUTES)),
      expires_in: MINUTES * 60,
    });
  };

const lookup: Call['answer'] = async (request, { find, now }) => {
  if (!isMerchant(request)) return notMerchant();
  const payment = await find(textIn(request.body, 'pidx'));
  if (!payment) return notFound();
  const { word, httpStatus, amount, transactionId } = described(payment, now);
  return json(httpStatus, {
    pidx: payment.id,
    total_amount: amount,
    status: word,
    transaction_id: transactionId,
    fee: 0,
    refunded: payment.givenBack > NOTHING,
  });
};

/** Khalti's answer about a payment. The answer has a transaction id only after the money has arrived. */
function described(payment: SandboxPayment, now: Parameters<typeof standingOf>[2]) {
  const standing = standingOf(payment, RULES, now);
  const [word, httpStatus] = WORDS[standing];
  const paid = standing === 'paid' ? payment.paid : null;
  return {
    word: paid && payment.givenBack > NOTHING ? givenBackWord(payment.givenBack, paid.amount) : word,
    httpStatus,
    amount: paid?.amount ?? payment.amount,
    transactionId: paid?.transactionId ?? null,
  };
}

const givenBackWord = (givenBack: Paisa, paid: Paisa): string =>
  givenBack === paid ? 'Refunded' : 'Partially refunded';

/**
 * Refunds an amount of the payment. If the request names no amount, refunds the whole amount that was not refunded
 * before.
 */
const giveBack: Call['answer'] = async (request, { findPaid, save, now }) => {
  if (!isMerchant(request)) return notMerchant();
  const payment = await findPaid(request.parameter('transaction'));
  if (!payment?.paid || payment.paid.at > now) return notFound();
  const left = minus(payment.paid.amount, payment.givenBack);
  const part = request.body['amount'] === undefined ? left : wholePaisa(request.body['amount']);
  if (left === NOTHING) return json(400, { detail: 'Transaction is already refunded.' });
  if (part === undefined || part <= NOTHING) return json(400, { detail: 'A valid amount is required.' });
  if (part > left) return json(400, { detail: 'The amount is more than what is left of the transaction.' });
  await save({ ...payment, givenBack: plus(payment.givenBack, part) });
  return json(200, { detail: 'Transaction refund successful.' });
};

const ON_REFUNDS: Faults = {
  'refuse-refund': async () => json(400, { detail: 'The sandbox was told to refuse this refund.' }),
  async 'lose-refund-answer'(answer) {
    await answer();
    return undefined;
  },
};

const wholePaisa = (value: unknown): Paisa | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? paisa(value) : undefined;
