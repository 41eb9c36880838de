import type { PhoneCodeRepo, PhoneCodeScope, PhoneTicket } from '../../../core/accounts/phone-code.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, fragment } from '../engine/sql.ts';
import { where } from '../engine/keyset.ts';
import { lockName } from '../platform/named-lock.ts';

const conditionsOf = ({ phone, address, isKnown, isUsual }: PhoneCodeScope): readonly Fragment[] => [
  ...(phone === undefined ? [] : [fragment`phone = ${phone}`]),
  ...(address === undefined ? [] : [fragment`address = ${address}`]),
  ...(isKnown === undefined ? [] : [fragment`known = ${isKnown}`]),
  ...(isUsual === undefined ? [] : [fragment`usual_address = ${isUsual}`]),
];

const keyOf = ({ nonce, purpose }: PhoneTicket): Fragment => fragment`ticket = ${nonce} and purpose = ${purpose}`;

/** Stores SMS codes in `phone_codes`. Every limit counts codes with an index that ends with `created_at`. */
export const knexPhoneCodes = (sql: Sql): PhoneCodeRepo => ({
  lockSending: () => lockName(sql, 'phone codes'),

  async add({ ticket, phone, isKnown, isUsual, purpose, address, digest, createdAt, expiresAt }) {
    await sql.changes`
      update phone_codes set used = ${true} where phone = ${phone} and address = ${address} and used = ${false}`;
    await sql.changes`
      insert into phone_codes (ticket, phone, known, usual_address, purpose, address, code_hash, created_at, expires_at)
      values (${ticket}, ${phone}, ${isKnown}, ${isUsual}, ${purpose}, ${address}, ${digest}, ${createdAt}, ${expiresAt})`;
  },

  async nthNewest(scope, nth, since) {
    const row = await sql.one<{ readonly created_at: Instant }>`
      select created_at from phone_codes ${where([...conditionsOf(scope), fragment`created_at > ${since}`])}
      order by created_at desc limit 1 offset ${nth - 1}`;
    return row?.created_at;
  },

  async reserveTry(ticket, most, now) {
    const row = await sql.one<{ readonly phone: string; readonly code_hash: string }>`
      update phone_codes set attempts = attempts + 1
      where ${keyOf(ticket)} and used = ${false} and expires_at > ${now} and attempts < ${most}
      returning phone, code_hash`;
    return row && { phone: row.phone, digest: row.code_hash };
  },

  async releaseTry(ticket) {
    await sql.changes`update phone_codes set attempts = attempts - 1 where ${keyOf(ticket)} and attempts > 0`;
  },

  use: async (ticket) =>
    (await sql.changes`update phone_codes set used = ${true} where ${keyOf(ticket)} and used = ${false}`) > 0,

  prune: (before, limit) => sql.changes`
    delete from phone_codes where id in
      (select id from phone_codes where created_at < ${before} order by created_at limit ${limit})`,
});
