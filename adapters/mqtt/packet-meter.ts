/**
 * Measures MQTT packets as they arrive, before they are buffered. Returns false once a packet announces more than
 * `most` bytes, or once `isAllowed` refuses a packet's first byte. A packet begins with a byte for its type, then one
 * to four bytes for its length. A length byte holds seven bits, the lowest first.
 */
export function packetMeter(
  most: number,
  isAllowed: (firstByte: number) => boolean = () => true,
): (chunk: Uint8Array) => boolean {
  let body = 0;
  let length = 0;
  let shift: number | undefined;

  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (body > 0) {
        const step = Math.min(body, chunk.length - at);
        body -= step;
        at += step;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (shift === undefined) {
        if (!isAllowed(byte)) return false;
        [length, shift] = [0, 0];
        continue;
      }
      length += (byte & 0x7f) << shift;
      if (length > most) return false;
      shift += 7;
      if ((byte & 0x80) !== 0) {
        if (shift > 21) return false;
        continue;
      }
      [body, shift] = [length, undefined];
    }
    return true;
  };
}
