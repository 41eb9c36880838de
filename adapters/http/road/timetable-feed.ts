import { Type } from '@sinclair/typebox';
import type { ViewFeed } from '../../../core/road/gtfs/view-feed.ts';
import { isKnown } from '../route/entity-tag.ts';
import { feedNotMade } from '../route/problems.ts';
import type { PlainRoute } from '../route/route.ts';

const ZIP = 'application/zip';

/** Serves the timetable feed to programs that plan journeys. */
export const timetableFeed = ({ viewFeed }: { readonly viewFeed: ViewFeed }): PlainRoute => ({
  method: 'get',
  path: '/gtfs.zip',
  serve: async (ctx) => {
    const feed = await viewFeed();
    if (!feed) throw feedNotMade();
    ctx.set({ ETag: feed.etag, 'Cache-Control': 'public, max-age=300', 'X-Left-Out': feed.leftOut });
    if (isKnown(ctx.get('If-None-Match'), feed.etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = ZIP;
    ctx.body = Buffer.from(feed.content.buffer, feed.content.byteOffset, feed.content.byteLength);
  },
  describes: {
    operationId: 'getTimetableFeed',
    summary: 'The timetable of all companies, as GTFS',
    description:
      'Answers a GTFS Schedule feed with fares, for programs that plan journeys. A change of a trip shows within a minute. The header `X-Left-Out` counts the cities, points and trips that are left out, because they have no coordinates. `If-None-Match` with the last `ETag` answers 304 until the feed changes.',
    responses: {
      200: {
        description: 'Gives the files of the feed, in a ZIP archive.',
        mediaType: ZIP,
        schema: Type.String({ contentEncoding: 'binary' }),
      },
      503: { description: 'The first feed is being made. `Retry-After` says when to ask again.' },
    },
  },
});
