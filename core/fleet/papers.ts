import { dayAfter } from '../kernel/calendar.ts';
import {
  type BusDocument,
  type DocumentType,
  type RequiredType,
  type Validity,
  REQUIRED_DOCUMENTS,
} from './documents.ts';

/*
 * The days on which a bus may carry passengers. On such a day each required document type has a verified, valid
 * document.
 */

/** The state of a bus's required documents (its papers) on a day. */
export interface Papers {
  readonly complete: boolean;
  /**
   * The last day until which the papers stay complete without a gap. Null if they never expire, or are not complete.
   */
  readonly validUntil: string | null;
  /** Required document types without a valid document, in the order of REQUIRED_DOCUMENTS. */
  readonly missing: readonly RequiredType[];
}

/** A span of local days, both ends inclusive. A null end means no limit on that side. */
export type Stretch = Validity;

export function papers(documents: readonly BusDocument[], today: string): Papers {
  const stretch = stretchAround(completeDays(documents), today);
  return {
    complete: stretch !== undefined,
    validUntil: stretch?.validUntil ?? null,
    missing: REQUIRED_DOCUMENTS.filter((type) => !stretchAround(validDays(documents, type), today)),
  };
}

/** Required document types that have no valid document, but a document that waits for a review. */
export const waitingPapers = (documents: readonly BusDocument[], today: string): readonly RequiredType[] =>
  papers(documents, today).missing.filter((type) =>
    documents.some((document) => document.type === type && document.status === 'PENDING'),
  );

/** The days on which documents of all required types are valid, as ordered spans with gaps between them. */
export const completeDays = (documents: readonly BusDocument[]): readonly Stretch[] =>
  REQUIRED_DOCUMENTS.map((type) => validDays(documents, type)).reduce((days, more) =>
    days.flatMap((one) => more.flatMap((other) => overlap(one, other) ?? [])),
  );

/**
 * The documents that make the papers incomplete when they expire, because the bus has no later document of their type.
 */
export function endingWith<Document extends BusDocument>(
  documents: readonly Document[],
  today: string,
): readonly Document[] {
  const { validUntil: last } = papers(documents, today);
  if (last === null) return [];
  const ends = REQUIRED_DOCUMENTS.filter(
    (type) => stretchAround(validDays(documents, type), today)?.validUntil === last,
  );
  return ends.flatMap((type) => documents.find((one) => isVerified(one, type) && one.validUntil === last) ?? []);
}

const isVerified = (document: BusDocument, type: DocumentType): boolean =>
  document.type === type && document.status === 'VERIFIED';

/**
 * The days on which a document of the type is valid, as spans. Documents that follow each other without a gap make one
 * span.
 */
function validDays(documents: readonly BusDocument[], type: DocumentType): readonly Stretch[] {
  const verified = documents.filter((document) => isVerified(document, type));
  const days: Stretch[] = [];
  for (const next of verified.filter(isSomeDay).sort(byStart)) {
    const last = days.at(-1);
    if (last && reaches(last, next)) days.splice(-1, 1, { ...last, validUntil: later(last, next) });
    else days.push({ validFrom: next.validFrom, validUntil: next.validUntil });
  }
  return days;
}

const FIRST = '0000-00-00';
const LAST = '9999-99-99';
const start = ({ validFrom }: Stretch): string => validFrom ?? FIRST;
const end = ({ validUntil }: Stretch): string => validUntil ?? LAST;

const isSomeDay = (stretch: Stretch): boolean => start(stretch) <= end(stretch);
const byStart = (one: Stretch, other: Stretch): number =>
  start(one) < start(other) ? -1 : start(one) > start(other) ? 1 : 0;

const reaches = (one: Stretch, next: Stretch): boolean =>
  start(next) <= end(one) || (one.validUntil !== null && dayAfter(one.validUntil) === next.validFrom);

const later = (one: Stretch, other: Stretch): string | null =>
  end(one) > end(other) ? one.validUntil : other.validUntil;

function overlap(one: Stretch, other: Stretch): Stretch | undefined {
  const both = {
    validFrom: start(one) > start(other) ? one.validFrom : other.validFrom,
    validUntil: end(one) < end(other) ? one.validUntil : other.validUntil,
  };
  return isSomeDay(both) ? both : undefined;
}

const stretchAround = (days: readonly Stretch[], day: string): Stretch | undefined =>
  days.find((stretch) => start(stretch) <= day && day <= end(stretch));
