import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Client, Json } from './http.ts';

interface Bindings {
  readonly transit_realtime: {
    readonly FeedMessage: {
      readonly decode: (bytes: Uint8Array) => unknown;
      readonly toObject: (message: unknown, options: object) => Json;
      readonly verify: (message: unknown) => string | null;
    };
  };
}

const bindings = createRequire(import.meta.url)('gtfs-realtime-bindings') as Bindings;

/** Reads a feed with the bindings that other programs use. */
export function decodeRealtime(bytes: Uint8Array): Json {
  const { FeedMessage } = bindings.transit_realtime;
  const message = FeedMessage.decode(bytes);
  expect(FeedMessage.verify(message)).to.equal(null);
  return FeedMessage.toObject(message, { longs: Number, enums: String });
}

/** The entities of a feed by the ids of their trips. */
export async function realtimeOf(api: Client, name: string): Promise<ReadonlyMap<number, Json>> {
  const { status, bytes } = await api.get(`/gtfs-realtime/${name}.pb`);
  expect(status).to.equal(200);
  const { entity: entities = [] } = decodeRealtime(bytes);
  return new Map(entities.map((entity: Json) => [Number(entity.id), entity]));
}
