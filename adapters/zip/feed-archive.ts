import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, unzipSync } from 'fflate';
import type { FeedArchive, FeedFile } from '../../core/road/gtfs/ports.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The compression method DEFLATE of ZIP files. */
const DEFLATE = 8;
/** The end of compressed data: an empty last block. */
const END = Uint8Array.of(3, 0);
/** The time of every file, so that equal texts make equal bytes. ZIP knows local times only, from 1980 on. */
const FILE_TIME = new Date(1980, 0, 1);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Packs texts on Node's own threads. A packed text ends at a whole byte without a last block, so packed texts that
 * follow each other are one compressed file. A day that has not changed is therefore not compressed again.
 */
export const feedArchive: FeedArchive = {
  digest: sha256,

  async pack(text) {
    const packed = await deflate(text, {
      level: constants.Z_BEST_COMPRESSION,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return { packed: packed.toString('base64'), digest: sha256(text) };
  },

  async zip(files) {
    const chunks: Uint8Array[] = [];
    const archive = new Zip((error, chunk) => {
      if (error) throw error;
      chunks.push(chunk);
    });
    for (const file of files) await addFile(archive, file);
    archive.end();
    return Buffer.concat(chunks);
  },

  async read(archive, name) {
    const { [name]: found } = unzipSync(archive, { filter: (file) => file.name === name });
    if (!found) throw new Error(`The archive has no file ${name}.`);
    return Buffer.from(found).toString();
  },
};

async function addFile(archive: Zip, { name, parts }: FeedFile): Promise<void> {
  const entry: ZipInputFile & { size: number; crc: number } = {
    filename: name,
    compression: DEFLATE,
    mtime: FILE_TIME,
    size: 0,
    crc: 0,
  };
  archive.add(entry);
  for (const part of parts) {
    const packed = Buffer.from(await part(), 'base64');
    const text = await inflate(Buffer.concat([packed, END]));
    entry.crc = crc32(text, entry.crc);
    entry.size += text.length;
    entry.ondata?.(null, packed, false);
    await otherWork();
  }
  entry.ondata?.(null, END, true);
}
