export type DocumentStatus = 'PENDING' | 'VERIFIED' | 'REJECTED';

/** The documents without which a bus is not sold: its bluebook, route permit, insurance and certificate of fitness. */
export const REQUIRED_DOCUMENTS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;
/** Those that a bus may have; the certificate about its exhaust is not required. */
export const DOCUMENT_TYPES = [...REQUIRED_DOCUMENTS, 'POLLUTION'] as const;
export type RequiredType = (typeof REQUIRED_DOCUMENTS)[number];
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Local days `YYYY-MM-DD`, both included; null where there is no such limit. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** A bus may have several of one type, such as an insurance that runs out and the one after it. */
export interface BusDocument extends Validity {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
}
