/** Counts the memory that one upload uses. */
export interface UploadShare {
  /**
   * Counts bytes that have arrived. If the memory is full, cancels uploads until the bytes fit. The cancelled uploads
   * may include this upload. Calls `giveWay` once when this upload is cancelled.
   */
  readonly hold: (bytes: number, giveWay: () => void) => void;
  /** Protects the upload from being cancelled. Called once all its bytes have arrived. */
  readonly keep: () => void;
  /** Frees the upload's memory. Bytes that arrive later are not counted. */
  readonly free: () => void;
}

/** An upload that uses memory. */
interface Holder {
  readonly person: string;
  bytes: number;
  /** Cancels the upload. Undefined once all bytes have arrived, because the upload is then no longer cancelled. */
  giveWay: (() => void) | undefined;
}

/**
 * Divides the memory among all uploads. When the memory is full, cancels an upload of the person who uses most memory.
 * No person can then keep others from uploading.
 */
export function uploadMemory(mostBytes: number): (person: string) => UploadShare {
  const holders = new Set<Holder>();

  let allBytes = 0;

  const remove = (holder: Holder): void => {
    if (holders.delete(holder)) allBytes -= holder.bytes;
  };

  /** The upload to cancel: the largest that is still arriving, of the person who uses most memory. */
  const nextToGiveWay = (): Holder | undefined => {
    const heldBy = new Map<string, number>();
    for (const { person, bytes } of holders) heldBy.set(person, (heldBy.get(person) ?? 0) + bytes);
    const ofPerson = ({ person }: Holder): number => heldBy.get(person) ?? 0;
    return [...holders]
      .filter(({ giveWay }) => giveWay)
      .sort((one, other) => ofPerson(other) - ofPerson(one) || other.bytes - one.bytes)[0];
  };

  const makeRoom = (): void => {
    while (allBytes > mostBytes) {
      const holder = nextToGiveWay();
      if (!holder) return;
      remove(holder);
      holder.giveWay?.();
    }
  };

  return (person) => {
    const holder: Holder = { person, bytes: 0, giveWay: undefined };
    holders.add(holder);
    return {
      hold: (bytes, giveWay) => {
        if (!holders.has(holder)) return;
        holder.bytes += bytes;
        allBytes += bytes;
        holder.giveWay = giveWay;
        makeRoom();
      },
      keep: () => {
        holder.giveWay = undefined;
      },
      free: () => {
        remove(holder);
      },
    };
  };
}
