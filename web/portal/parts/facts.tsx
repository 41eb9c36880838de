import type { ComponentChildren } from 'preact';

/** Lists names with their values. Leaves out empty values. */
export const Facts = ({ of: facts }: { readonly of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
  </dl>
);
