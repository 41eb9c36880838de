import { dayAfter } from '../../../core/kernel/calendar.ts';

/** The end of an operation, or of some of its fields, which callers are told of at least 6 months before. */
export interface Deprecation {
  /** The UTC day since which it is deprecated, `YYYY-MM-DD`. */
  readonly since: string;
  /** The first UTC day on which it may be gone. */
  readonly sunset: string;
  /** The use in its place, as a sentence for the changelog of /developers. */
  readonly instead: string;
  /** The deprecated fields. Their schemas are marked `deprecated`, too. Without, all of the operation is deprecated. */
  readonly fields?: readonly string[];
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly deprecated?: Deprecation | undefined;
}

const LEAST_DAYS = 183;
const SECOND_MS = 1_000;

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), with a link to the changelog. */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  if (sunset < dayAfter(since, LEAST_DAYS))
    throw new Error(`Deprecated ${since}, and gone within 6 months: ${sunset}.`);
  return {
    Deprecation: `@${Date.parse(since) / SECOND_MS}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: '</developers#changelog>; rel="deprecation"; type="text/html"',
  };
}

/** The lines of the changelog about what is deprecated, as Markdown. */
export function deprecatedLines(routes: readonly Operation[]): string {
  const lines = routes.flatMap(({ method, path, deprecated }) => {
    if (!deprecated) return [];
    const { since, sunset, instead, fields } = deprecated;
    const operation = `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
    const what = fields
      ? `${fields.map((field) => `\`${field}\``).join(', ')} of \`${operation}\``
      : `\`${operation}\``;
    return [`- ${what} is deprecated since ${since}, and goes on ${sunset} or later. ${instead}`];
  });
  return lines.length === 0 ? '- Nothing is deprecated.' : lines.join('\n');
}
