/**
 * Characters that the quoted name for old clients must not contain. A percent sign is among them, because clients
 * disagree on its meaning.
 */
const NOT_PLAIN = /[^\x20-\x7e]|["%\\]/gu;

/**
 * The header with the name of a download (RFC 6266). A name that is not in ASCII is sent a second time, in UTF-8 (RFC
 * 8187).
 */
export function attachment(fileName: string): string {
  const whole = fileName.replace(/\p{Cs}/gu, '\ufffd');
  const plain = whole.replace(NOT_PLAIN, '_');
  return `attachment; filename="${plain}"${plain === whole ? '' : `; filename*=UTF-8''${encoded(whole)}`}`;
}

/** Encodes a text for RFC 8187, which wants more characters encoded than `encodeURIComponent` does. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
