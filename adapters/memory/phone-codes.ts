import type { PhoneCodeRepo, PhoneTicket } from '../../core/accounts/phone-code.ts';
import type { StoredPhoneCode } from './sign-in-state.ts';
import type { State } from './state.ts';

export function memoryPhoneCodes(state: State): PhoneCodeRepo {
  const find = ({ nonce, purpose }: PhoneTicket): StoredPhoneCode | undefined =>
    state.phoneCodes.find((code) => code.ticket === nonce && code.purpose === purpose);

  return {
    lockSending: async () => undefined,

    async add(code) {
      for (const older of state.phoneCodes)
        if (older.phone === code.phone && older.address === code.address) older.used = true;
      state.phoneCodes.push({ ...code, used: false, attempts: 0 });
    },

    async nthNewest({ phone, address, isKnown }, nth, since) {
      const moments = state.phoneCodes
        .filter(
          (code) =>
            (phone === undefined || code.phone === phone) &&
            (address === undefined || code.address === address) &&
            (isKnown === undefined || code.isKnown === isKnown) &&
            code.createdAt > since,
        )
        .map(({ createdAt }) => createdAt)
        .sort((one, other) => other - one);
      return moments[nth - 1];
    },

    async reserveTry(ticket, most, now) {
      const code = find(ticket);
      if (!code || code.used || code.expiresAt <= now || code.attempts >= most) return undefined;
      code.attempts += 1;
      return { phone: code.phone, digest: code.digest };
    },

    async releaseTry(ticket) {
      const code = find(ticket);
      if (code && code.attempts > 0) code.attempts -= 1;
    },

    async use(ticket) {
      const code = find(ticket);
      if (!code || code.used) return false;
      code.used = true;
      return true;
    },

    async prune(before, limit) {
      const oldest = state.phoneCodes.filter(({ createdAt }) => createdAt < before);
      const old = new Set(oldest.sort((one, other) => one.createdAt - other.createdAt).slice(0, limit));
      state.phoneCodes = state.phoneCodes.filter((code) => !old.has(code));
      return old.size;
    },
  };
}
