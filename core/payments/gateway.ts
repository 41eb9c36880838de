import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Payment } from './payment.ts';
import type { AccountKind } from './refund.ts';

/** The way from a checkout to the gateway: a form that the browser posts, a redirect, or a QR code. */
export type GatewayKind = 'form' | 'redirect' | 'qr';

/** An address below `/api/payments/passenger/` at which browsers come back from a gateway. */
export interface ReturnAddress {
  /** The path after the site's address, such as `wallet/return`. */
  readonly path: string;
  readonly source: 'SUCCESS_CALLBACK' | 'FAILURE_CALLBACK';
  /** The name of the query parameter that holds the gateway's id of the payment. */
  readonly idParameter: string;
}

/** The fixed facts about a gateway, whether or not the gateway is set up in this installation. */
export interface GatewayFacts {
  /** The name that is stored with each payment, in capital letters. */
  readonly name: string;
  /** The gateway's name for display. */
  readonly title: string;
  readonly kind: GatewayKind;
  /** Refunds by hand are transfers that an administrator makes. Automatic refunds are requests to the gateway. */
  readonly refunds: 'by_hand' | 'automatic';
  /**
   * The kind of account to which an administrator can send refunds out of the money that the gateway holds. Null if the
   * bank pays every refund by hand.
   */
  readonly paysOutTo: AccountKind | null;
  /**
   * Addresses to which the gateway sends browsers back without a signature. Such a return only names a payment and
   * proves nothing.
   */
  readonly returns: readonly ReturnAddress[];
}

/** The smallest and largest amount that a gateway takes, both inclusive; null means no bound. */
export interface AmountBounds {
  readonly min: Paisa | null;
  readonly max: Paisa | null;
}

/** The facts of a payment that its gateway also knows. */
export type AtGateway = Pick<Payment, 'transactionUuid' | 'gatewayId' | 'amount' | 'createdAt' | 'payBefore'>;

/** A new payment, as its gateway sees it. It has no personal data. */
export interface BeginningPayment extends AtGateway {
  readonly bookingCode: string;
}

/** A form that the passenger's browser posts to the gateway. The browser must send all fields unchanged. */
export interface GatewayForm {
  readonly kind: 'form';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The payment page or QR code that a gateway has opened for one payment. It can be shown again until it expires. */
export interface OpenedPage {
  /** The URL of a payment page (`redirect`), or the text of a QR code (`qr`). */
  readonly content: string;
  /** The gateway's id of the payment. */
  readonly gatewayId: string;
  /** The moment of expiry, exclusive. */
  readonly goodUntil: Instant;
  /** The gateway's answer as received. */
  readonly raw: string;
}

/** A gateway's failure to open a payment page or QR code: no answer, or a refusal. */
export interface NotOpened {
  /** The gateway's answer as received, or in parentheses the reason why there was none. */
  readonly raw: string;
}

/** The content of a signed return from a gateway. It proves nothing unless `authentic` is true. */
export interface GatewayCallback {
  readonly transactionUuid: string;
  readonly status: string;
  readonly reference: string;
  /** The amount that the return names; undefined if malformed. */
  readonly amount: Paisa | undefined;
  /** True if the gateway signed all fields, for this service. */
  readonly authentic: boolean;
  /** The decoded text of the return; empty if it could not be decoded. */
  readonly raw: string;
}

/** The gateway's answer to an enquiry. */
export interface EnquiryAnswer {
  /**
   * The status as the gateway names it: a PaymentStatus, `NOT_FOUND`, or anything else. Undefined if the answer is
   * missing, unreadable or about another payment.
   */
  readonly status: string | undefined;
  /**
   * The amount that the gateway took; absent if the gateway names none. The core compares it with the payment's amount.
   */
  readonly amount?: Paisa;
  /** True if the gateway gave back a part of the money, and not all of it. */
  readonly isPartlyGivenBack?: boolean;
  /**
   * The moment until which the status means PENDING, because the passenger may still try again. Undefined if the status
   * counts now.
   */
  readonly pendingUntil?: Instant;
  /** True if the gateway will never give another answer about the payment. */
  readonly isLastWord?: boolean;
  /** The gateway's reference number; empty without one. */
  readonly reference: string;
  /** The gateway's answer as received, or in parentheses the reason why there was none. */
  readonly raw: string;
}

/** A refund that a gateway is asked to pay. */
export interface RefundRequest {
  /** The gateway's reference of the payment. */
  readonly reference: string;
  /** The amount to refund; undefined to refund all that the gateway still holds of the payment. */
  readonly part: Paisa | undefined;
  /** The number of the wallet that the passenger named, if it is a wallet of this gateway. */
  readonly wallet: string | undefined;
}

/** The gateway's answer to a refund request. */
export type RefundAnswer =
  | { readonly outcome: 'paid'; readonly raw: string }
  /** The gateway refused to pay. `words` are its explanation. */
  | { readonly outcome: 'refused'; readonly words: string; readonly raw: string }
  /** The request never reached the gateway. */
  | { readonly outcome: 'not reached'; readonly raw: string }
  /** The gateway's answer was lost, so the gateway may have paid. */
  | { readonly outcome: 'lost'; readonly raw: string };

interface Gateway extends GatewayFacts {
  readonly bounds: AmountBounds;
  /** Reads the `data` parameter of a signed return. Accepts any text. Absent if the gateway does not sign returns. */
  readonly readCallback?: (data: string) => GatewayCallback;
  /** Asks the gateway for a payment's status. Never rejects, and resolves within twenty seconds. */
  enquire(payment: AtGateway): Promise<EnquiryAnswer>;
  /**
   * Asks the gateway to pay a refund. Never rejects, and resolves within ten seconds. Absent if people send this
   * gateway's refunds by hand.
   */
  readonly refund?: (request: RefundRequest) => Promise<RefundAnswer>;
}

/** A gateway that payers reach by a form. Making the form sends no request to the gateway. */
export interface FormGateway extends Gateway {
  readonly kind: 'form';
  /** The id of a payment at the gateway, derived from its transaction UUID. */
  idOf(transactionUuid: string): string;
  form(payment: BeginningPayment): GatewayForm;
}

/** A gateway that opens a payment page or QR code for each payment. */
export interface PageGateway extends Gateway {
  readonly kind: 'redirect' | 'qr';
  /**
   * The id of a payment at the gateway, derived from its transaction UUID. Absent if the gateway itself chooses the id.
   */
  readonly idOf?: (transactionUuid: string) => string;
  /** Asks the gateway to open a payment page or QR code. Never rejects, and resolves within ten seconds. */
  open(payment: BeginningPayment): Promise<OpenedPage | NotOpened>;
}

/** A payment company, which takes the money. */
export type PaymentGateway = FormGateway | PageGateway;

/** Every way to pay online. */
export interface Gateways {
  /** All gateways that the service supports, whether or not they are set up. */
  readonly known: readonly GatewayFacts[];
  /** The gateways that take new payments, in the order in which they are offered. */
  readonly on: readonly PaymentGateway[];
  /** The name of the gateway for checkouts that name none, if that gateway is on and takes the amount. */
  readonly preferred: string;
  /** Finds a gateway by the name stored with a payment; undefined if the gateway is not set up. */
  of(name: string): PaymentGateway | undefined;
}
