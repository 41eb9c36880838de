import { w } from '../words/shared.ts';

/** A placeholder while data loads. Visible only after 300 ms (base.css), as most answers are faster. */
export const Skeleton = ({ lines = 3, tall = false }: { readonly lines?: number; readonly tall?: boolean }) => (
  <div class={tall ? 'skeleton tall' : 'skeleton'} role="status">
    <span class="sr-only">{w.value.loading}</span>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} />
    ))}
  </div>
);
