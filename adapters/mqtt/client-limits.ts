import { addressKey } from '../../core/kernel/address-key.ts';

/** The limits of one IP address, and of one connection, at the embedded broker. */
export interface ClientLimits {
  readonly connectionsOfAddress: number;
  readonly subscriptionsOfAddress: number;
  readonly packetsASecond: number;
}

/** Far above what an office, a family or a mobile network with one address needs. */
export const CLIENT_LIMITS: ClientLimits = {
  connectionsOfAddress: 100,
  subscriptionsOfAddress: 2_000,
  packetsASecond: 100,
};

/** Used when rate limits are turned off. */
export const NO_CLIENT_LIMITS: ClientLimits = {
  connectionsOfAddress: Infinity,
  subscriptionsOfAddress: Infinity,
  packetsASecond: Infinity,
};

/** The part of its IP address's share that one connection takes. */
export interface Place {
  /** Counts one more subscription. False if the address has as many as it may have. */
  readonly takeSubscription: () => boolean;
  readonly giveBackSubscription: () => void;
  /** Gives back the connection with its subscriptions. */
  readonly leave: () => void;
}

/**
 * Counts the connections and subscriptions of each IP address, of an IPv6 address those of its /64 network. Returns the
 * function that counts one more connection, which is undefined if the address has as many as it may have.
 */
export function placesOf({
  connectionsOfAddress,
  subscriptionsOfAddress,
}: ClientLimits): (address: string) => Place | undefined {
  const taken = new Map<string, { connections: number; subscriptions: number }>();

  return (address) => {
    const key = addressKey(address);
    const used = taken.get(key) ?? { connections: 0, subscriptions: 0 };
    if (used.connections >= connectionsOfAddress) return undefined;
    taken.set(key, used);
    used.connections += 1;
    let own = 0;

    return {
      takeSubscription() {
        if (used.subscriptions >= subscriptionsOfAddress) return false;
        used.subscriptions += 1;
        own += 1;
        return true;
      },
      giveBackSubscription() {
        used.subscriptions -= 1;
        own -= 1;
      },
      leave() {
        used.connections -= 1;
        used.subscriptions -= own;
        own = 0;
        if (used.connections === 0) taken.delete(key);
      },
    };
  };
}

const SECOND_MS = 1_000;
const PUBACK = 4;

/** Counts the packets of one connection. */
export interface PacketCount {
  /** Counts a packet by its first byte. False if the connection sent as many as it may send within the last second. */
  readonly mayReceive: (firstByte: number) => boolean;
  /** Counts a message to the client, whose acknowledgement does not count as a packet. */
  readonly sent: () => void;
}

/** Allows a connection a number of packets within any second. Acknowledgements of messages do not count. */
export function packetCount({ packetsASecond }: ClientLimits, now: () => number): PacketCount {
  /** The moments of the last packets, at most one for each that a second allows. The oldest is at `next`. */
  const moments: number[] = [];
  let next = 0;
  let unacknowledged = 0;

  return {
    mayReceive(firstByte) {
      if (packetsASecond === Infinity) return true;
      if (firstByte >> 4 === PUBACK && unacknowledged > 0) {
        unacknowledged -= 1;
        return true;
      }
      const at = now();
      if (at - (moments[next] ?? -Infinity) < SECOND_MS) return false;
      moments[next] = at;
      next = (next + 1) % packetsASecond;
      return true;
    },
    sent() {
      unacknowledged += 1;
    },
  };
}
