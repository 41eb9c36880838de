import type { Schemas } from '../../api/operations.ts';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { w } from '../words.ts';
import './manifest.css';

/** Lists the crew of a trip with their phone numbers. Shows nothing until the company has named the crew. */
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
