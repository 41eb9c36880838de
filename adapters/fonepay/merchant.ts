/** A merchant's account at Fonepay. */
export interface FonepayMerchant {
  readonly merchantCode: string;
  /** The key under which requests are signed. */
  readonly secret: string;
  readonly username: string;
  readonly password: string;
}
