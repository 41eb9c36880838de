/**
 * Characters that the quoted name for old clients cannot contain. Clients disagree on the meaning of a percent sign.
 */
const NOT_PLAIN = /[^\x20-\x7e]|["%\\]/gu;

/** A file name for downloads (RFC 6266). A name beyond ASCII is also sent in full, in UTF-8 (RFC 8187). */
export function attachment(fileName: string): string {
  const whole = fileName.replace(/\p{Cs}/gu, '\ufffd');
  const plain = whole.replace(NOT_PLAIN, '_');
  return `attachment; filename="${plain}"${plain === whole ? '' : `; filename*=UTF-8''${encoded(whole)}`}`;
}

/** `encodeURIComponent` leaves these characters alone; RFC 8187 wants them encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
