import { type Static, Type } from '@sinclair/typebox';
import { type CrewMember, CREW_ROLES } from '../../../core/trips/crew.ts';

const member = Type.Object(
  {
    role: Type.String({ enum: [...CREW_ROLES], examples: ['DRIVER'] }),
    name: Type.String({ examples: ['Ram Thapa'] }),
    phone: Type.String({ examples: ['9841000000'] }),
  },
  { title: 'CrewMember' },
);

/** The crew of a trip in a response. */
export const shownCrew = Type.Array(member, { description: 'Lists the people who work on board.' });

export const toShownCrew = (crew: readonly CrewMember[]): Static<typeof shownCrew> =>
  crew.map(({ role, name, phone }) => ({ role, name, phone }));
