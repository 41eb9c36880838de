export type DocumentStatus = 'PENDING' | 'VERIFIED' | 'REJECTED';

/** The documents without which a bus is not sold: its bluebook, route permit, insurance and certificate of fitness. */
export const REQUIRED_DOCUMENTS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;
export type DocumentType = (typeof REQUIRED_DOCUMENTS)[number];

/** A bus may have several of one type, such as an insurance that has run out and the one after it. */
export interface BusDocument {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
}

/** Whether one of each required type is verified. */
export const documentsComplete = (documents: readonly BusDocument[]): boolean =>
  REQUIRED_DOCUMENTS.every((type) =>
    documents.some((document) => document.type === type && document.status === 'VERIFIED'),
  );
