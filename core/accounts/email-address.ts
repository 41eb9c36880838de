import { withoutInvisible } from '../kernel/folding.ts';
import { invalidField } from '../kernel/refusal.ts';
import { lengthOf } from '../kernel/text.ts';

const lowerCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');

const FULL_STOPS = /[\u3002\uFF0E\uFF61]/g;
/**
 * A joiner directly behind a virama, such as in `रक्\u200dषा`. IDNA (RFC 5892, appendix A) counts such a joiner as a
 * letter of the domain. The range holds the viramas of the scripts of South Asia.
 */
const WRITTEN_JOINER =
  /([\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA][\u200C\u200D])|\p{Default_Ignorable_Code_Point}/gu;

/** The domain as IDNA maps it: compatible forms of letters and dots become plain, and invisible characters are lost. */
const normalDomain = (domain: string): string =>
  lowerCase(
    domain
      .replace(FULL_STOPS, '.')
      .normalize('NFKC')
      .replace(WRITTEN_JOINER, (_found, joiner: string | undefined) => joiner ?? ''),
  );

/**
 * Converts an e-mail address to the form in which it is compared, stored and mailed. Done here and not in SQL, because
 * databases disagree on lower case.
 */
export function normalEmail(email: string): string {
  const domainAt = email.lastIndexOf('@') + 1;
  // Without a domain the text is something else that a person typed, such as a phone number.
  if (domainAt === 0) return lowerCase(withoutInvisible(email)).trim();
  const local = lowerCase(withoutInvisible(email.slice(0, domainAt)));
  // Invisible characters may stand outside of blanks, so blanks are trimmed last.
  return `${local}${normalDomain(email.slice(domainAt))}`.trim();
}

/** An address that others may see: its first letter and its domain. */
export function maskedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.lastIndexOf('@'))}`;
}

const LONGEST_EMAIL = 254;
/**
 * Characters that no ordinary e-mail address contains, and that could turn an address into another address, or into
 * two.
 */
const FORBIDDEN_IN_EMAIL = /[\s\p{Cc}\p{Cs},;:"<>()[\]\\]/u;

const isMailable = (email: string): boolean =>
  lengthOf(email) <= LONGEST_EMAIL && !email.startsWith('@') && !FORBIDDEN_IN_EMAIL.test(email);

const notAnEmail = () => invalidField('email', 'Enter a valid e-mail address, such as name@example.com.');

/** Throws unless a passenger's e-mail address has a dot after its last `@`. */
export function checkPassengerEmail(email: string): void {
  const domain = email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : '';
  if (!domain.includes('.') || !isMailable(email)) throw notAnEmail();
}

export const isOperatorEmail = (email: string): boolean =>
  email.includes('@') && email.includes('.') && isMailable(email);

export function checkOperatorEmail(email: string): void {
  if (!isOperatorEmail(email)) throw notAnEmail();
}
