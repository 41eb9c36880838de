import addressparser from 'nodemailer/lib/addressparser';
import type { Sender } from './compose.ts';

/** Reads `Bus Ticket <no-reply@example.com>` or a bare address. Undefined unless it is exactly one address. */
export function readSender(text: string): Sender | undefined {
  const [only, ...others] = addressparser(text, { flatten: true });
  return only && others.length === 0 && /^[^\s@]+@[^\s@]+$/.test(only.address) ? { name: only.name, address: only.address } : undefined;
}
