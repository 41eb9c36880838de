import { w } from '../../words/seat-map.ts';

/** The driver's row: wheel on the right, door on the left. Hidden from screen readers. */
export const Cab = ({ cols, hasDoor }: { readonly cols: number; readonly hasDoor: boolean }) => (
  <>
    {hasDoor && <Door row={1} />}
    <svg class="wheel" viewBox="0 0 24 24" aria-hidden="true" style={{ gridRow: '1', gridColumn: String(cols) }}>
      <circle cx="12" cy="12" r="9.5" />
      <circle cx="12" cy="12" r="2.5" />
      <path d="M3 10.5 9.6 11.5M21 10.5 14.4 11.5M12 14.5V21.5" />
    </svg>
  </>
);

/** The door, in a row of the grid. */
export const Door = ({ row }: { readonly row: number }) => (
  <span class="door" aria-hidden="true" style={{ gridRow: String(row) }}>
    <svg viewBox="0 0 24 24">
      <path d="M3 12H15M10 7 15 12 10 17M19 4V20" />
    </svg>
    {w.value.door}
  </span>
);
