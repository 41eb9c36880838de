import type { Ledger } from './ledger.ts';
import { decimal } from './return-url.ts';

interface Answer {
  readonly status: 200 | 400;
  /** JSON, in eSewa's shape. */
  readonly body: string;
}

/** Answers an enquiry about a payment. */
export function answerEnquiry(query: URLSearchParams, ledger: Ledger): Answer {
  const [productCode = '', total = '', transactionUuid = ''] = ['product_code', 'total_amount', 'transaction_uuid'].map(
    (name) => query.get(name) ?? '',
  );
  if (!productCode || !transactionUuid || !/^\d{1,10}(\.\d{1,2})?$/.test(total)) {
    return {
      status: 400,
      body: '{"code":0,"error_message":"product_code, total_amount and transaction_uuid are needed."}',
    };
  }
  const { status, reference } = ledger.look({ productCode, total, transactionUuid });
  const [product, uuid, code] = [productCode, transactionUuid, reference].map((value) => JSON.stringify(value));
  return {
    status: 200,
    body: `{"product_code":${product},"transaction_uuid":${uuid},"total_amount":${decimal(total)},"status":"${status}","ref_id":${code}}`,
  };
}
