/** Types of those functions of u8-mqtt that are used here. The package has no types. */
declare module 'u8-mqtt/esm/web/v4.js' {
  interface Packet {
    readonly json: () => unknown;
  }

  interface Client {
    readonly on_topic: (topic: string, onPacket: (packet: Packet) => void) => unknown;
    readonly with_websock: (socket: WebSocket) => Client;
    readonly connect: (packet: {
      readonly client_id: string;
      readonly keep_alive: number;
      readonly flags: { readonly clean_start: true };
      readonly username?: string;
      readonly password?: string;
    }) => Promise<unknown>;
    readonly subscribe: (topics: readonly (readonly [topic: string, qos: 0 | 1])[]) => Promise<unknown>;
  }

  export const mqtt_v4: (options: Readonly<Record<string, () => void>>) => Client;
}
