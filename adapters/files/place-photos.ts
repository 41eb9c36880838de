import type { PlacePhotos } from '../../core/road/ports.ts';
import type { MediaFolder } from './media.ts';
import { encodePhoto } from './pictures.ts';

/** The longest side of each size of a photo, in pixels. */
const SIDES = [1280, 320];

/** Stores photos of places, each in two files. */
export const placePhotoFiles = (media: MediaFolder): PlacePhotos => ({
  async keep(content) {
    const [large, small] = (await media.keep(() => encodePhoto(content, SIDES))) ?? [];
    return large === undefined || small === undefined ? undefined : { large, small };
  },
  async remove({ large, small }) {
    await media.remove(large);
    await media.remove(small);
  },
  url: media.url,
});
