import type { Filling } from './filling.ts';

/** A hundred places of each company, and a hundred shared ones. */
export const placeRows = (companies: number): readonly Filling[] => [
  {
    table: 'places',
    columns: {
      id: 'n',
      operator_id: `case when n % ${companies} = 3 then null else n % ${companies} + 1 end`,
      city_id: 'n % 50 + 1',
      name: "'Place ' || n",
      name_key: "'place ' || n",
      lat: 27.5,
      lon: 85.5,
    },
  },
];
