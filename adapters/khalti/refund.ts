import type { RefundAnswer, RefundRequest } from '../../core/payments/gateway.ts';
import { fieldsOf } from '../gateway-protocol/ask.ts';
import { type GatewayReply, call, neverLeft, reasonOf, REFUND_MS } from '../gateway-protocol/call.ts';
import { readLiterals } from '../gateway-protocol/literals.ts';

interface Needs {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks Khalti for a refund. */
export const refunder =
  ({ url, headers }: Needs) =>
  async ({ reference, part, wallet }: RefundRequest): Promise<RefundAnswer> => {
    try {
      return outcomeOf(
        await call({
          url: `${url}/${encodeURIComponent(reference)}/refund/`,
          timeoutMs: REFUND_MS,
          headers,
          json: { ...(part !== undefined && { amount: part }), ...(wallet !== undefined && { mobile: wallet }) },
        }),
      );
    } catch (error) {
      return { outcome: neverLeft(error) ? 'not reached' : 'lost', raw: `(no answer: ${reasonOf(error)})` };
    }
  };

function outcomeOf({ status, text }: GatewayReply): RefundAnswer {
  const raw = text === '' ? `(HTTP status ${status})` : text;
  const literals = readLiterals(text);
  const detail = literals ? fieldsOf(literals)('detail') : '';
  if (status === 200 && detail !== '') return { outcome: 'paid', raw };
  if (status >= 400 && status < 500) return { outcome: 'refused', words: detail || raw, raw };
  return { outcome: 'lost', raw };
}
