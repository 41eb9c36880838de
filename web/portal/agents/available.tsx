import { useAsked } from '../../parts/asked.tsx';
import { money } from '../../parts/money.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** Says for how much the agent may still sell. `sold` is the last sale; each sale changes the amount. */
export function Available({ sold }: { readonly sold?: number | undefined }) {
  const { state } = useAsked((signal) => api.get('/api/agent/account', { signal }), [sold]);
  const now = state.value;
  return (
    <p role="status" class="agency-available">
      {now.is === 'here' && w.value.agency.sell.available(money(now.value.available))}
    </p>
  );
}
