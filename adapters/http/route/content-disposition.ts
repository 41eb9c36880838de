/** Characters that the quoted name of old clients cannot hold; they read a percent sign in different ways. */
const NOT_PLAIN = /[^\x20-\x7e]|["%\\]/gu;

/** A name to save a file under (RFC 6266). One that is not plain ASCII is also sent in full, in UTF-8 (RFC 8187). */
export function attachment(fileName: string): string {
  const whole = fileName.replace(/\p{Cs}/gu, '\ufffd');
  const plain = whole.replace(NOT_PLAIN, '_');
  return `attachment; filename="${plain}"${plain === whole ? '' : `; filename*=UTF-8''${encoded(whole)}`}`;
}

/** These `encodeURIComponent` leaves as they are, and RFC 8187 does not. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
