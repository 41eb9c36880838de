import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { StringSigner } from '../../../core/accounts/crypto-ports.ts';
import { isId } from '../../../core/kernel/ids.ts';
import { type Fault, invalid } from '../../../core/kernel/refusal.ts';
import type { Calendar } from '../../../core/kernel/calendar.ts';
import type { Listing, Page, Position } from '../../../core/kernel/page.ts';
import { folded } from '../../../core/kernel/folding.ts';
import { lengthOf } from '../../../core/kernel/text.ts';
import type { Instant, Span } from '../../../core/kernel/time.ts';
import type { Access, CallerOf } from './access.ts';
import { pathOf } from './idempotency-key.ts';
import { text } from './fields.ts';
import { type Route, route } from './route.ts';

export interface ListNeeds {
  /**
   * Signs the position of a page's last row as `next_cursor`. The signature covers the list's path, so no other list
   * accepts the cursor.
   */
  readonly cursors: StringSigner<{ readonly position: Position }>;
  readonly calendar: Pick<Calendar, 'day'>;
}

/** The signing time of every cursor. Cursors never expire, so the time does not matter. */
const ALWAYS = 0 as Instant;
const MOST = 100;
const USUAL = 50;
const LONGEST_Q = 100;

/** The query fields of every list. */
export const pageOf = (most: number) => ({
  limit: text({
    description: `Limits the number of rows in the answer: 1 to ${most}, or ${USUAL} without it.`,
    shown: { type: 'integer', minimum: 1, maximum: most, default: USUAL },
  }),
  cursor: text({ description: 'Is the `next_cursor` of the previous page. Without it the answer is the first page.' }),
});

/** The `next_cursor` of the list with this path. Null on the last page. */
export const cursorOf = ({ cursors }: Pick<ListNeeds, 'cursors'>, path: string, next: Position | undefined) =>
  next ? cursors.sign({ position: next }, ALWAYS, path) : null;

/** Reads the text of a filter in a query. */
type Read<Value> = (given: string) => Value;

/** A filter of a list: the parser of its text, and its schema for the documentation. */
export interface Filter<Value> {
  readonly schema: TSchema;
  /** Returns the value or a fault. A fault is printed after the field's name: `trip must be an id`. */
  readonly read: Read<{ readonly value: Value | undefined } | { readonly fault: string }>;
}

type Filters = Readonly<Record<string, Filter<unknown>>>;

/** The filters that a query contains, with their values. */
export type Given<Of extends Filters> = {
  readonly [Name in keyof Of]?: Of[Name] extends Filter<infer Value> ? Value : never;
};

/** A filter whose value is one of several fixed words. */
export const oneOfWords = <Word extends string>(words: readonly Word[], description?: string): Filter<Word> => ({
  schema: text({ shown: { enum: words }, ...(description !== undefined && { description }) }),
  read: (given) =>
    (words as readonly string[]).includes(given)
      ? { value: given as Word }
      : { fault: `must be one of ${words.join(', ')}` },
});

/** A filter by an id. */
export const key = <Id extends number>(description: string): Filter<Id> => ({
  schema: text({ description, shown: { type: 'integer', minimum: 1 } }),
  read: (given) =>
    /^[0-9]+$/.test(given) && isId(Number(given)) ? { value: Number(given) as Id } : { fault: 'must be an id' },
});

/**
 * A filter by a search text. Case, width, blanks and invisible characters make no difference. A text of blanks and
 * invisible characters alone is no filter.
 */
export const substring = (description: string): Filter<string> => ({
  schema: text({
    description: `${description} Upper and lower case make no difference.`,
    shown: { maxLength: LONGEST_Q },
  }),
  read: (given) =>
    lengthOf(given) <= LONGEST_Q
      ? { value: folded(given) || undefined }
      : { fault: `must be at most ${LONGEST_Q} characters long` },
});

/**
 * A filter by a whole text that is compared byte by byte, apart from blanks at its ends. An empty text is no filter.
 */
export const verbatim = (description: string): Filter<string> => ({
  schema: text({ description, text: { trim: true, verbatim: true, lines: false, orEmpty: true } }),
  read: (given) =>
    lengthOf(given) <= LONGEST_Q
      ? { value: given || undefined }
      : { fault: `must be at most ${LONGEST_Q} characters long` },
});

/** Filters by the first and the last local day, both inclusive. */
const days = {
  from: text({
    format: 'date',
    description: 'Gives the first local day of the list, YYYY-MM-DD. Without it the list begins with the earliest day.',
  }),
  to: text({
    format: 'date',
    description: 'Gives the last local day of the list, YYYY-MM-DD. Without it the list ends with the latest day.',
  }),
} as const;

function spanOf(
  { from, to }: { readonly from: string; readonly to: string },
  calendar: ListNeeds['calendar'],
  faults: Fault[],
): Partial<Span> {
  const dayOf = (field: string, given: string): Span | undefined => {
    const span = given === '' ? undefined : calendar.day(given);
    if (given !== '' && !span) faults.push({ field, message: 'must be a day, YYYY-MM-DD' });
    return span;
  };
  const [first, last] = [dayOf('from', from), dayOf('to', to)];
  if (first && last && last.start < first.start) faults.push({ field: 'to', message: 'must not be before from' });
  return { ...(first && { start: first.start }), ...(last && { end: last.end }) };
}

interface ListSpec<
  Allowed extends Access,
  Item extends TSchema,
  Of extends Filters,
  Params extends TObject,
  Row,
> extends Pick<Route, 'path' | 'operationId' | 'summary' | 'description' | 'returns' | 'refuses'> {
  readonly access: Allowed;
  readonly params?: Params;
  readonly filters: Of;
  /** Whether the list has the filters `from` and `to` by local day. */
  readonly byDay?: boolean;
  /** The most rows of a page. 100 by default. */
  readonly most?: number;
  readonly item: Item;
  readonly exists?: (request: {
    readonly caller: CallerOf<Allowed>;
    readonly params: Static<Params>;
  }) => Promise<unknown>;
  readonly list: (
    request: {
      readonly caller: CallerOf<Allowed>;
      readonly params: Static<Params>;
      readonly given: Given<Of>;
      readonly during: Partial<Span>;
    },
    page: Page,
  ) => Promise<Listing<Row>>;
  readonly toItem: (row: Row, caller: CallerOf<Allowed>) => Static<Item>;
}

/** A GET route that answers `{results, next_cursor}`, one page at a time. */
export function listRoute<
  Allowed extends Access,
  Item extends TSchema,
  Of extends Filters,
  Row,
  Params extends TObject = TObject,
>(needs: ListNeeds, spec: ListSpec<Allowed, Item, Of, Params, Row>): Route {
  const { calendar } = needs;
  const { filters, byDay, most = MOST, item, list, toItem, ...common } = spec;
  const schemas = Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [
      name,
      { description: `Limits the list to rows with this \`${name}\`. Without it all are listed.`, ...schema },
    ]),
  );
  return route({
    ...common,
    method: 'get',
    query: Type.Object({ ...pageOf(most), ...schemas, ...(byDay && days) }),
    status: 200,
    response: Type.Object({
      results: Type.Array(item),
      next_cursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Is the text to send as `cursor` to get the next page; null on the last page.',
        examples: [null],
      }),
    }),
    handle: async ({ caller, params, query: read }) => {
      const query = read as Readonly<Record<string, string>>;
      const faults: Fault[] = [];
      const path = pathOf(spec, params);
      const limit = readLimit(query['limit'] ?? '', most, faults);
      const after = openCursor(needs, query['cursor'] ?? '', path, faults);
      const given = givenOf(query, filters, faults) as Given<Of>;
      const during = byDay ? spanOf({ from: query['from'] ?? '', to: query['to'] ?? '' }, calendar, faults) : {};
      const [first] = faults;
      if (first) throw invalid(`${first.field} ${first.message}.`, ...faults);
      const { rows, next } = await list({ caller, params: params, given, during }, { limit, ...(after && { after }) });
      return {
        results: rows.map((row) => toItem(row, caller)) as never,
        next_cursor: cursorOf(needs, path, next),
      };
    },
  });
}

/** Reads the cursor of the list with this path. Undefined for the first page. Another list's cursor is a fault. */
export function openCursor(
  { cursors }: Pick<ListNeeds, 'cursors'>,
  cursor: string,
  path: string,
  faults: Fault[],
): Position | undefined {
  const after = cursor === '' ? undefined : cursors.open(cursor, ALWAYS, path)?.position;
  if (cursor !== '' && !after) faults.push({ field: 'cursor', message: 'must be what next_cursor of this list said' });
  return after;
}

/** Reads the limit of a page. Adds a fault for a limit that is no number or out of bounds. */
export function readLimit(given: string, most: number, faults: Fault[]): number {
  if (given === '') return USUAL;
  const limit = /^[0-9]{1,4}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > most) faults.push({ field: 'limit', message: `must be a whole number from 1 to ${most}` });
  return limit;
}

/** Reads the filters in a query. An empty text counts as no filter. */
function givenOf(
  query: Readonly<Record<string, string>>,
  filters: Filters,
  faults: Fault[],
): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const [field, { read }] of Object.entries(filters)) {
    const text = query[field] ?? '';
    if (text === '') continue;
    const found = read(text);
    if ('fault' in found) faults.push({ field, message: found.fault });
    else if (found.value !== undefined) given[field] = found.value;
  }
  return given;
}
