import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WITHOUT_REFERENCE } from './esewa-answers.ts';

/** The merchant's product code and secret key at eSewa. */
const MERCHANT = { productCode: 'BUSTICKET', secretKey: 'a key of our own/+=' };

const NAMES = 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names';

type Fields = Readonly<Record<string, string>>;

/** eSewa writes amounts with a decimal. */
const decimal = (amount = ''): string => (amount.includes('.') ? amount : `${amount}.0`);

/** A server that behaves like eSewa's. Tests set the state of its payments. */
export interface EsewaServer {
  /** The environment variables that point the service to this server. */
  readonly environment: Fields;
  /** Sets the status of a payment in later answers. Undefined makes the server hang up. */
  readonly say: (transactionUuid: string, status: string | undefined) => void;
  /** The queries that the server received. */
  readonly asked: readonly Fields[];
  /** The signed `data` with which eSewa answers a form. `changes` are signed too, `forged` fields are not. */
  readonly data: (form: Fields, changes?: Fields, forged?: Fields) => string;
  readonly close: () => Promise<void>;
}

export async function startEsewa(): Promise<EsewaServer> {
  const ledger = new Map<string, string | undefined>();
  const asked: Fields[] = [];

  const server = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://gateway').searchParams);
    asked.push(query);
    const uuid = query['transaction_uuid'] ?? '';
    const status = ledger.has(uuid) ? ledger.get(uuid) : 'NOT_FOUND';
    if (status === undefined) request.socket.destroy();
    else {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        `{"product_code":"${query['product_code']}","transaction_uuid":"${uuid}","total_amount":${decimal(query['total_amount'])},"status":"${status}","ref_id":${WITHOUT_REFERENCE.includes(status) ? 'null' : '"0007G36"'}}`,
      );
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    environment: {
      ESEWA_FORM_URL: `${url}/form`,
      ESEWA_STATUS_URL: `${url}/status/`,
      ESEWA_PRODUCT_CODE: MERCHANT.productCode,
      ESEWA_SECRET_KEY: MERCHANT.secretKey,
    },
    say: (transactionUuid, status) => {
      ledger.set(transactionUuid, status);
    },
    asked,
    data(form, changes = {}, forged = {}) {
      const values: Fields = {
        transaction_code: '000AWEO',
        status: 'COMPLETE',
        total_amount: decimal(form['total_amount']),
        transaction_uuid: form['transaction_uuid'] ?? '',
        product_code: MERCHANT.productCode,
        signed_field_names: NAMES,
        ...changes,
      };
      const message = NAMES.split(',')
        .map((name) => `${name}=${values[name]}`)
        .join(',');
      const signature = createHmac('sha256', MERCHANT.secretKey).update(message).digest('base64');
      return Buffer.from(JSON.stringify({ ...values, signature, ...forged })).toString('base64');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
