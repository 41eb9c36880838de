import type { AtGateway, EnquiryAnswer, PaymentGateway } from '../../core/payments/gateway.ts';
import { amountText, readAmount } from './amount.ts';
import { type Literal, readLiterals } from './literals.ts';

interface Needs {
  readonly statusUrl: string;
  readonly productCode: string;
}

type Asked = Pick<AtGateway, 'transactionUuid' | 'amount'>;

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 64 * 1024;

/** Asks eSewa's status endpoint, and believes only an answer about the payment that it asked about. */
export const enquirer =
  ({ statusUrl, productCode }: Needs): PaymentGateway['enquire'] =>
  async (payment) => {
    const url = new URL(statusUrl);
    url.searchParams.set('product_code', productCode);
    url.searchParams.set('total_amount', amountText(payment.amount));
    url.searchParams.set('transaction_uuid', payment.transactionUuid);
    try {
      return understand(await fetchText(url), payment, productCode);
    } catch (error) {
      return noAnswer(`(no answer: ${reasonOf(error)})`);
    }
  };

const noAnswer = (raw: string): EnquiryAnswer => ({ status: undefined, reference: '', raw });

function understand(raw: string, { transactionUuid, amount }: Asked, productCode: string): EnquiryAnswer {
  const literals = readLiterals(raw);
  const status = literals?.get('status')?.text ?? '';
  if (!literals || status === '' || !isAbout(literals, { transactionUuid, productCode, amount }, status))
    return noAnswer(raw);
  return { status, reference: literals.get('ref_id')?.text ?? '', raw };
}

/** Nothing in the answer may belong to another payment, and one that says COMPLETE must name ours in full. */
function isAbout(
  literals: ReadonlyMap<string, Literal>,
  asked: Asked & { readonly productCode: string },
  status: string,
): boolean {
  const [uuid, product, total] = ['transaction_uuid', 'product_code', 'total_amount'].map(
    (name) => literals.get(name)?.text ?? '',
  );
  if (status === 'COMPLETE' && (!uuid || !product || !total)) return false;
  return (
    (!uuid || uuid === asked.transactionUuid) &&
    (!product || product === asked.productCode) &&
    (!total || readAmount(total) === asked.amount)
  );
}

/** The body of a 2xx response, of a limited size. Redirects are not followed. */
async function fetchText(url: URL): Promise<string> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: 'application/json' },
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`HTTP status ${response.status}`);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MAX_BYTES) throw new Error('larger than 64 KiB');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The network's own reason is the cause of the error that fetch throws. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}, ${error.cause.message}` : error.message;
}
