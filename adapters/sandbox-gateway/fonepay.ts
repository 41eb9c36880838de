import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTHING, parseRupees } from '../../core/kernel/money.ts';
import { FONEPAY_MERCHANT } from './merchants.ts';
import { payPath } from './pay-path.ts';
import { DIGITS, randomText } from './random-text.ts';
import { type Call, type Reply, type Request, type Simulator, json, textIn } from './simulator.ts';
import { type Rules, standingOf } from './standing.ts';

export const FONEPAY_PATH = '/sandbox/fonepay';

const MERCHANT_PATH = `${FONEPAY_PATH}/api/merchant/merchantDetailsForThirdParty`;

/** The rules of a QR code: an unpaid code expires after 15 minutes, but can still be paid. */
const RULES: Rules = { minutes: 15, endsForGood: false, namesAmounts: false };

const WORDS = { open: 'pending', pending: 'pending', paid: 'success', refused: 'failed', lapsed: 'timeout' } as const;

const MAX_REMARK = 25;

/**
 * Simulates Fonepay's dynamic QR codes. The text of a code is the address of a page that simulates the bank's app. A
 * tester scans the code with a phone, or opens the page.
 */
export const fonepaySimulator = (baseUrl: string): Simulator => ({
  gateway: 'FONEPAY',
  title: 'Fonepay',
  rules: RULES,
  calls: [
    { method: 'post', path: `${MERCHANT_PATH}/thirdPartyDynamicQrDownload`, answer: makeCode(baseUrl), opens: true },
    { method: 'post', path: `${MERCHANT_PATH}/thirdPartyDynamicQrGetStatus`, answer: answerStatus },
  ],
  newTransactionId: () => `1${randomText(DIGITS, 11)}`,
});

const refused = (message: string): Reply => json(406, { errorCode: 406, message });

/** Refuses a request with a wrong merchant or signature. Undefined for a valid request. */
function refusalOf({ body }: Request, signed: readonly string[]): Reply | undefined {
  const { merchantCode, username, password, secret } = FONEPAY_MERCHANT;
  const isMerchant =
    textIn(body, 'merchantCode') === merchantCode &&
    textIn(body, 'username') === username &&
    textIn(body, 'password') === password;
  if (!isMerchant) return refused('Merchant code, username or password is wrong.');
  const [expected, given] = [
    createHmac('sha512', secret)
      .update(signed.map((name) => textIn(body, name)).join(','))
      .digest('hex'),
    textIn(body, 'dataValidation'),
  ].map((text) => Buffer.from(text));
  const isSigned = expected && given && expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned === true ? undefined : refused('Data validation failed.');
}

const makeCode =
  (baseUrl: string): Call['answer'] =>
  async (request, { open }) => {
    const refusal = refusalOf(request, ['amount', 'prn', 'merchantCode', 'remarks1', 'remarks2']);
    if (refusal) return refusal;
    const [id, remarks1, remarks2] = (['prn', 'remarks1', 'remarks2'] as const).map((name) =>
      textIn(request.body, name),
    ) as [string, string, string];
    const amount = parseRupees(textIn(request.body, 'amount'));
    if (amount === undefined || amount <= NOTHING) return refused('The amount is wrong.');
    if (!/^[A-Za-z0-9-]{1,50}$/.test(id)) return refused('The PRN is wrong.');
    if ([remarks1, remarks2].some((remark) => remark === '' || remark.length > MAX_REMARK))
      return refused(`Remarks have 1 to ${MAX_REMARK} characters.`);
    if (!(await open({ id, amount, order: { remarks1, remarks2 } }))) return refused('The PRN was used before.');
    return json(201, {
      message: 'successful',
      qrMessage: `${baseUrl}${payPath('FONEPAY', id)}`,
      status: 'CREATED',
      statusCode: 201,
      success: true,
    });
  };

const answerStatus: Call['answer'] = async (request, { find, now }) => {
  const refusal = refusalOf(request, ['prn', 'merchantCode']);
  if (refusal) return refusal;
  const payment = await find(textIn(request.body, 'prn'));
  if (!payment) return refused('Nobody knows this PRN.');
  const standing = standingOf(payment, RULES, now);
  return json(200, {
    fonepayTraceId: standing === 'paid' && payment.paid ? Number(payment.paid.transactionId) : null,
    merchantCode: FONEPAY_MERCHANT.merchantCode,
    paymentStatus: WORDS[standing],
    prn: payment.id,
  });
};
