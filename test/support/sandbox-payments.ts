import type { EnquiryAnswer, PaymentGateway } from '../../core/payments/gateway.ts';
import { paisa } from '../../core/kernel/money.ts';
import { beginning } from './gateway.ts';
import type { Answer, Api } from './http.ts';

/** The gateways that the sandbox simulates. */
export const PLAYED = ['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS'] as const;
export type Played = (typeof PLAYED)[number];

/** A payment of NPR 1200.50 at a gateway of the sandbox. The adapter of the real gateway has opened it. */
export interface Pretended {
  readonly gateway: PaymentGateway;
  /** The id by which the gateway knows the payment. */
  readonly reference: string;
  /** The page on which the payer pays; undefined if the payer gets to the page by a form. */
  readonly page: string | undefined;
  /** Asks the gateway about the payment, as the service does. */
  readonly ask: () => Promise<EnquiryAnswer>;
  readonly act: (action: string, more?: object) => Promise<Answer>;
  /** Performs the payer's action. Returns the address that the browser opens next; null if the browser stays. */
  readonly next: (action: string, more?: object) => Promise<string | null>;
}

export const AMOUNT = paisa(120_050);
let payments = 0;

export const gatewayOf = ({ dependencies }: Pick<Api, 'dependencies'>, name: Played): PaymentGateway => {
  const gateway = dependencies.gateways.of(name);
  if (!gateway) throw new Error(`${name} is not set up.`);
  return gateway;
};

/** Posts a form as a browser does. */
export const postForm = (api: Api, url: string, fields: Readonly<Record<string, string>>): Promise<Answer> =>
  api.send(url, { method: 'POST', body: new URLSearchParams(fields) });

export async function pretend(api: Api, name: Played): Promise<Pretended> {
  const gateway = gatewayOf(api, name);
  payments += 1;
  const order = { ...beginning({ transactionUuid: `order-${payments}`, amount: AMOUNT }), gatewayId: undefined };
  const { reference, page } = await openAt(api, gateway, order);
  const act: Pretended['act'] = (action, more = {}) =>
    api.post(`/sandbox/${name.toLowerCase()}/act`, { reference, action, ...more });
  return {
    gateway,
    reference,
    page,
    ask: () => gateway.enquire({ ...order, gatewayId: reference }),
    act,
    async next(action, more) {
      const { status, json, text } = await act(action, more);
      if (status !== 200) throw new Error(`${action} is ${status}: ${text}`);
      return (json as { readonly redirect_url: string | null }).redirect_url;
    },
  };
}

async function openAt(
  api: Api,
  gateway: PaymentGateway,
  order: Parameters<Extract<PaymentGateway, { open: unknown }>['open']>[0],
): Promise<Pick<Pretended, 'reference' | 'page'>> {
  if (gateway.kind === 'form') {
    const { url, fields } = gateway.form(order);
    const { status, text } = await postForm(api, url, fields);
    if (status !== 200) throw new Error(text);
    return { reference: gateway.idOf(order.transactionUuid), page: undefined };
  }
  const opened = await gateway.open(order);
  if (!('content' in opened)) throw new Error(opened.raw);
  return { reference: opened.gatewayId, page: opened.content };
}
