import { paisa } from '../../core/kernel/money.ts';

/** Statuses that eSewa answers without a transaction reference. */
export const WITHOUT_REFERENCE = ['INITIATED', 'PENDING', 'NOT_FOUND'];

const enquiry = (transactionUuid: string, total: string, status: string, reference: string | null) => ({
  order: { transactionUuid, amount: paisa(Number(total) * 100) },
  body: `{"product_code":"EPAYTEST","transaction_uuid":"${transactionUuid}","total_amount":${total},"status":"${status}","ref_id":${JSON.stringify(reference)}}`,
});

/** eSewa's documented answers for its public test merchant. The callback carries eSewa's own signature. */
export const DOCUMENTED = {
  productCode: 'EPAYTEST',
  secretKey: '8gBm/:&EnhH.1/q',
  paid: { transactionUuid: '250610-162413', amount: paisa(100_000) },
  callback:
    '{"transaction_code":"000AWEO","status":"COMPLETE","total_amount":1000.0,"transaction_uuid":"250610-162413","product_code":"EPAYTEST",' +
    '"signed_field_names":"transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names",' +
    '"signature":"62GcfZTmVkzhtUeh+QJ1AqiJrjoWWGof3U+eTPTZ7fA="}',
  enquiries: {
    PENDING: enquiry('240508-101430', '100.0', 'PENDING', null),
    COMPLETE: enquiry('240508-10108', '100.0', 'COMPLETE', '0007G36'),
    FULL_REFUND: enquiry('240508-101431', '100', 'FULL_REFUND', '0007G36'),
    PARTIAL_REFUND: enquiry('240508-101431', '100.0', 'PARTIAL_REFUND', '0007G36'),
    AMBIGUOUS: enquiry('240508-101431', '100.0', 'AMBIGUOUS', '0KDL6NA'),
    NOT_FOUND: enquiry('240508-101430', '100.0', 'NOT_FOUND', null),
    CANCELED: enquiry('240508-102939', '10.0', 'CANCELED', '0KDL6NA'),
  },
  /** The answer of an unavailable service, which has no status. */
  unavailable: '{"code":0,"error_message":"Service is currently unavailable"}',
} as const;
