/** A link that calls a phone number. The address keeps only digits and plus signs. */
export const PhoneLink = ({ number }: { readonly number: string }) => (
  <a class="number" href={`tel:${number.replace(/[^+\d]/g, '')}`}>
    {number}
  </a>
);
