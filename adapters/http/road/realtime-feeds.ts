import { Type } from '@sinclair/typebox';
import type { ViewRealtime } from '../../../core/road/gtfs/make-realtime.ts';
import { REALTIME_FEEDS, type RealtimeFeedName } from '../../../core/road/gtfs/realtime.ts';
import { isKnown } from '../route/entity-tag.ts';
import type { PlainRoute } from '../route/route.ts';

const PROTOBUF = 'application/x-protobuf';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

const AGAIN =
  'It is made anew at most every 15 seconds. `If-None-Match` with the last `ETag` answers 304 until then. Entities name `trip_id` and `start_date` of the timetable feed.';

const DESCRIBED: Readonly<Record<RealtimeFeedName, Described>> = {
  'trip-updates': {
    operationId: 'getTripUpdates',
    summary: 'The expected times of trips, as GTFS Realtime',
    description: `Answers a GTFS Realtime feed of trip updates: the estimated times of trips whose bus was seen or said to be late, the times of trips that got other times in the last 7 days, and cancelled trips. ${AGAIN}`,
  },
  'vehicle-positions': {
    operationId: 'getVehiclePositions',
    summary: 'The places of buses, as GTFS Realtime',
    description: `Answers a GTFS Realtime feed of vehicle positions: the buses whose place everybody may see. ${AGAIN}`,
  },
  alerts: {
    operationId: 'getTripAlerts',
    summary: 'Cancelled and late trips, as GTFS Realtime',
    description: `Answers a GTFS Realtime feed of alerts: cancelled trips, and trips that are expected at their last stop late by the first of LATE_MINUTES or more. ${AGAIN}`,
  },
};

/** Serves what differs from the timetable now to programs that plan journeys. */
export const realtimeFeeds = ({ viewRealtime }: { readonly viewRealtime: ViewRealtime }): readonly PlainRoute[] =>
  REALTIME_FEEDS.map((name) => ({
    method: 'get',
    path: `/gtfs-realtime/${name}.pb`,
    serve: async (ctx) => {
      const { etag, content } = await viewRealtime(name);
      ctx.set({ ETag: etag, 'Cache-Control': 'public, max-age=15' });
      if (isKnown(ctx.get('If-None-Match'), etag)) {
        ctx.status = 304;
        return;
      }
      ctx.type = PROTOBUF;
      ctx.body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    },
    describes: {
      ...DESCRIBED[name],
      responses: {
        200: {
          description: 'Is a `FeedMessage` of GTFS Realtime 2.0, as Protocol Buffers.',
          mediaType: PROTOBUF,
          schema: Type.String({ contentEncoding: 'binary' }),
        },
      },
    },
  }));
