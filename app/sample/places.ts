import type { CatalogueDocument } from '../../adapters/catalogue-file/schema.ts';
import { NEPALI_PLACES } from '../../adapters/language/places.ts';
import { CITY_CENTRES } from './city-centres.ts';

/*
 * The places of the sample's boarding and dropping points. All companies share them.
 */

type Row = NonNullable<CatalogueDocument['places']>[number];
type Spot = Pick<Row, 'lat' | 'lon' | 'landmark' | 'landmark_ne'>;

const spot = (lat: number, lon: number, landmark: string, nepali: string): Spot => ({
  lat,
  lon,
  landmark,
  landmark_ne: nepali,
});

/** The known spots of a city. Every city has a bus park besides. */
const SPOTS: Readonly<Record<string, Readonly<Record<string, Spot>>>> = {
  Kathmandu: {
    'Gongabu bus park': spot(27.7347, 85.3083, 'Main gate on the Ring Road', 'चक्रपथतिरको मूल ढोका'),
    Balkhu: spot(27.6845, 85.2986, 'Vegetable market', 'तरकारी बजार'),
    Kalanki: spot(27.6933, 85.2814, 'Petrol pump west of the underpass', 'अन्डरपासपश्चिमको पेट्रोल पम्प'),
    Thankot: spot(27.688, 85.203, 'Police check post', 'प्रहरी चौकी'),
    'Old bus park': spot(27.7053, 85.3163, 'Opposite Ratna Park', 'रत्नपार्कको सामुन्ने'),
    Koteshwor: spot(27.6789, 85.3494, 'Bus stop before the Manohara bridge', 'मनोहरा पुलअगाडिको बस बिसौनी'),
    Suryabinayak: spot(27.662, 85.428, 'Temple gate', 'मन्दिरको ढोका'),
  },
  Pokhara: {
    Lakeside: spot(28.2096, 83.957, 'Hallan Chowk', 'हल्लनचोक'),
    'Prithvi Chowk': spot(28.2082, 83.989, 'Beside the old bus park', 'पुरानो बसपार्कको छेउ'),
  },
  Bharatpur: { Narayangadh: spot(27.7006, 84.4236, 'Pulchowk, before the bridge', 'पुलचोक, पुलअगाडि') },
  Butwal: { 'Traffic Chowk': spot(27.7, 83.465, 'Traffic police post', 'ट्राफिक प्रहरी बिट') },
  Gorkha: { 'Abu Khaireni': spot(27.945, 84.536, 'Junction of the road to Gorkha', 'गोरखा जाने दोबाटो') },
};

/** The distance of a bus park from the centre of its city, in degrees: about 600 metres. */
const ASIDE = 0.004;

const six = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** The places of the sample catalogue, by city. */
export const samplePlaces = (): readonly Row[] =>
  Object.entries(CITY_CENTRES).flatMap(([city, [lat, lon]]): Row[] => [
    {
      city,
      name: `${city} bus park`,
      name_ne: `${NEPALI_PLACES[city] ?? city} बसपार्क`,
      lat: six(lat + ASIDE),
      lon: six(lon + ASIDE),
    },
    ...Object.entries(SPOTS[city] ?? {}).map(([name, { lat: north, lon: east, ...landmark }]) => ({
      city,
      name,
      name_ne: NEPALI_PLACES[name] ?? null,
      lat: north,
      lon: east,
      ...landmark,
    })),
  ]);
