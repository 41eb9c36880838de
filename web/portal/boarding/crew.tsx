import type { Schemas } from '../../api/operations.ts';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { w } from '../words.ts';
import './manifest.css';

/** The people who work on board, with their phones. Shows nothing until they are named. */
export const Crew = ({ crew }: { readonly crew: readonly Schemas['CrewMember'][] }) =>
  crew.length === 0 ? null : (
    <dl class="facts crew">
      {crew.flatMap(({ role, name, phone }, index) => [
        <dt key={index}>{w.value.crew.roles[role]}</dt>,
        <dd key={`${index} name`}>
          {name} · <PhoneLink number={phone} />
        </dd>,
      ])}
    </dl>
  );
