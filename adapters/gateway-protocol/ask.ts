import type { EnquiryAnswer, NotOpened, OpenedPage } from '../../core/payments/gateway.ts';
import { type GatewayReply, type GatewayRequest, call, ENQUIRY_MS, isOk, OPENING_MS, reasonOf } from './call.ts';
import { type Literal, readLiterals } from './literals.ts';

type Untimed = Omit<GatewayRequest, 'timeoutMs'>;

/**
 * Returns the value of a field of a gateway's reply, given the field's name. Returns an empty text if the field is
 * missing.
 */
export type Fields = (name: string) => string;

export const fieldsOf =
  (literals: ReadonlyMap<string, Literal>): Fields =>
  (name) =>
    literals.get(name)?.text ?? '';

interface Enquiry extends Untimed {
  /** Whether a reply with this HTTP status is read. Without this function, only 2xx replies are read. */
  readonly isRead?: (status: number) => boolean;
  /** Reads the fields of a reply. Undefined if the reply does not contain the payment's status. */
  readonly understand: (fields: Fields, status: number) => Omit<EnquiryAnswer, 'raw'> | undefined;
}

/** The result of an enquiry if the gateway's reply is missing or unusable. `raw` is the reply or the reason. */
export const noAnswer = (raw: string): EnquiryAnswer => ({ status: undefined, reference: '', raw });

/** Asks a gateway about a payment. Never rejects. */
export async function askAbout({ isRead = isOk, understand, ...request }: Enquiry): Promise<EnquiryAnswer> {
  try {
    const { status, text } = await call({ ...request, timeoutMs: ENQUIRY_MS });
    if (!isRead(status)) return noAnswer(`(no answer: HTTP status ${status})`);
    const literals = readLiterals(text);
    const answer = literals && understand(fieldsOf(literals), status);
    return answer ? { ...answer, raw: text } : noAnswer(text);
  } catch (error) {
    return noAnswer(`(no answer: ${reasonOf(error)})`);
  }
}

interface Opening extends Untimed {
  /** Reads the fields of a successful reply. Undefined if the reply names neither a payment page nor a QR code. */
  readonly understand: (fields: Fields) => Omit<OpenedPage, 'raw'> | undefined;
}

/** Asks a gateway for a payment page or a QR code. Never rejects. */
export async function openPage({ understand, ...request }: Opening): Promise<OpenedPage | NotOpened> {
  try {
    const reply = await call({ ...request, timeoutMs: OPENING_MS });
    const literals = isOk(reply.status) ? readLiterals(reply.text) : undefined;
    const page = literals && understand(fieldsOf(literals));
    return page ? { ...page, raw: reply.text } : { raw: refusalOf(reply) };
  } catch (error) {
    return { raw: `(no answer: ${reasonOf(error)})` };
  }
}

const refusalOf = ({ status, text }: GatewayReply): string => (text === '' ? `(HTTP status ${status})` : text);
