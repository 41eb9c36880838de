import type { BoardingStores, BoardingWorld } from '../boarding/world.ts';
import type { PlacePhotos, PlaceStore, PlaceViews } from './ports.ts';

/** The stores of one transaction: those of the area `road` and of the areas below it. */
export interface RoadStores extends BoardingStores {
  readonly places: PlaceStore;
}

/** The dependencies of use cases of the area `road`. */
export interface RoadWorld<Stores extends RoadStores = RoadStores> extends BoardingWorld<Stores> {
  readonly placeViews: PlaceViews;
  readonly placePhotos: PlacePhotos;
}
