import { w } from '../words/shared.ts';

/** Takes the place of what comes. It is seen after 300 ms only (base.css): most answers are faster. */
export const Skeleton = ({ lines = 3, tall = false }: { readonly lines?: number; readonly tall?: boolean }) => (
  <div class={tall ? 'skeleton tall' : 'skeleton'} role="status">
    <span class="sr-only">{w.value.loading}</span>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} />
    ))}
  </div>
);
