import type { Filling } from './filling.ts';

interface Given {
  readonly rows: number;
  readonly present: number;
}

/** A door for every minute, of which the last hundred are not clear yet. A hundred people have a place at each door. */
export const doorRows = ({ rows, present }: Given): readonly Filling[] => {
  const opening = `cast(${present} as bigint) + (cast(n as bigint) - ${rows - 50}) * 60000`;
  return [
    {
      table: 'doors',
      columns: {
        id: 'n',
        opens_at: opening,
        seed: "'ab'",
        seed_hash: "'cd'",
        joined: 100,
        cleared_at: `case when n > ${rows - 100} then null else ${opening} end`,
      },
    },
    {
      table: 'door_places',
      columns: {
        door_id: 'n / 100 + 1',
        place: 'n % 100 + 1',
        user_id: 'n',
        number: 'n % 100 + 1',
        joined_at: opening,
      },
    },
  ];
};
