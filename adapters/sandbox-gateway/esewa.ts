import { type Paisa, parseRupees } from '../../core/kernel/money.ts';
import { readEsewaForm } from './esewa-form.ts';
import { decimal, esewaReturn, WORDS } from './esewa-return.ts';
import type { EsewaMerchant } from './merchants.ts';
import { CAPITALS, randomText } from './random-text.ts';
import { type Call, type Simulator, json } from './simulator.ts';
import { type Rules, standingOf } from './standing.ts';

export const ESEWA_FORM_PATH = '/sandbox/api/epay/main/v2/form';
export const ESEWA_STATUS_PATH = '/sandbox/api/epay/transaction/status/';

/** The sandbox forgets an undecided payment after five minutes, as eSewa does. */
const RULES: Rules = { minutes: 5, endsForGood: false, namesAmounts: true };

/** Simulates eSewa's ePay v2. */
export const esewaSimulator = (merchant: EsewaMerchant, baseUrl: string): Simulator => ({
  gateway: 'ESEWA',
  title: 'eSewa',
  rules: RULES,
  form: { path: ESEWA_FORM_PATH, read: (fields) => readEsewaForm(fields, { ...merchant, baseUrl }) },
  calls: [{ method: 'get', path: ESEWA_STATUS_PATH, answer: answerEnquiry }],
  newTransactionId: () => `000${randomText(CAPITALS, 9)}`,
  returnUrl: (payment, now) => esewaReturn(payment, standingOf(payment, RULES, now), merchant.secretKey),
});

/** Answers the status of a payment. Merchant, amount and UUID must all match. */
const answerEnquiry: Call['answer'] = async ({ parameter }, { find, now }) => {
  const [productCode, id] = [parameter('product_code'), parameter('transaction_uuid')];
  const asked = parseRupees(parameter('total_amount'));
  if (productCode === '' || id === '' || asked === undefined || asked < 0)
    return json(400, { code: 0, error_message: 'product_code, total_amount and transaction_uuid are needed.' });
  const reply = (status: string, amount: Paisa, transactionId: string | null) => {
    const [product, uuid, number] = [productCode, id, transactionId].map((value) => JSON.stringify(value));
    const total = `"total_amount":${decimal(amount)}`;
    return {
      status: 200,
      body: `{"product_code":${product},"transaction_uuid":${uuid},${total},"status":"${status}","ref_id":${number}}`,
    };
  };

  const payment = await find(id);
  if (payment?.order['product_code'] !== productCode || payment.amount !== asked)
    return reply('NOT_FOUND', asked, null);
  const standing = standingOf(payment, RULES, now);
  return standing === 'paid' && payment.paid
    ? reply(WORDS.paid, payment.paid.amount, payment.paid.transactionId)
    : reply(WORDS[standing], asked, null);
};
