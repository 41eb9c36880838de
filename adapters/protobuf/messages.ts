/*
 * A writer of Protocol Buffers (https://protobuf.dev/programming-guides/encoding). It knows the few types of fields that
 * GTFS Realtime uses. Messages are small, so each is put together from the bytes of its fields.
 */

/** The bytes of one field, or of several that follow each other. */
export type Field = Uint8Array;

const VARINT = 0;
const LENGTH = 2;
const FIXED_32 = 5;

/** A whole number from 0 on in groups of 7 bits, the lowest first. Numbers above 32 bits are whole doubles. */
function varint(number: number): readonly number[] {
  const bytes: number[] = [];
  let rest = number;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

const tag = (number: number, type: number): readonly number[] => varint(number * 8 + type);

/** A field with a whole number from 0 on: uint32, int64 or an enum. */
export const wholeField = (number: number, value: number): Field =>
  Uint8Array.from([...tag(number, VARINT), ...varint(value)]);

/** A field with a 32-bit float. */
export function floatField(number: number, value: number): Field {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Uint8Array.from([...tag(number, FIXED_32), ...bytes]);
}

const bytesField = (number: number, bytes: Uint8Array): Field =>
  Buffer.concat([Uint8Array.from([...tag(number, LENGTH), ...varint(bytes.length)]), bytes]);

export const textField = (number: number, text: string): Field => bytesField(number, Buffer.from(text));

/** A field with a message of its own. */
export const messageField = (number: number, fields: readonly Field[]): Field =>
  bytesField(number, Buffer.concat(fields));
