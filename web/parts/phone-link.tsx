/** A phone number that a tap calls. The link has only what can be dialled. */
export const PhoneLink = ({ number }: { readonly number: string }) => (
  <a class="number" href={`tel:${number.replace(/[^+\d]/g, '')}`}>
    {number}
  </a>
);
