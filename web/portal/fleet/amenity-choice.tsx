import type { Signal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { AMENITIES, amenityName } from '../../parts/amenities.ts';
import { w } from '../words.ts';

/** The amenities of a bus, as passengers read them in search results. */
export function AmenityChoice({ chosen }: { readonly chosen: Signal<Schemas['Bus']['amenities']> }) {
  return (
    <fieldset>
      <legend>{w.value.buses.amenities}</legend>
      <div class="row">
        {AMENITIES.map((one) => (
          <label key={one} class="choice">
            <input
              type="checkbox"
              checked={chosen.value.includes(one)}
              onChange={({ currentTarget: { checked } }) =>
                (chosen.value = AMENITIES.filter((other) => (other === one ? checked : chosen.value.includes(other))))
              }
            />
            {amenityName(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
