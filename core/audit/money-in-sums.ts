/** A booking of a chain, with the amounts that it kept. */
export interface ChainedBooking {
  readonly code: string;
  readonly status: string;
  readonly total: number;
  /** The fees for partial cancellations. */
  readonly partsFee: number;
  /** The fee for the last seats, or of the change that replaced the booking; null before. */
  readonly lastFee: number | null;
  readonly isEarned: boolean;
  /** True if a completed change replaced the booking. */
  readonly isReplaced: boolean;
}

/** A payment of a chain of bookings. Internal payments that move money between the bookings are left out. */
export interface ChainedPayment {
  readonly id: number;
  readonly status: string;
  readonly amount: number;
}

export interface ChainedRefund {
  readonly paymentId: number;
  readonly reason: string;
  readonly amount: number;
}

/** The bookings that completed changes made of one booking, with all their money. Most chains have one booking. */
export interface Chain {
  /** The id of the first booking. */
  readonly id: number;
  readonly bookings: readonly ChainedBooking[];
  readonly payments: readonly ChainedPayment[];
  readonly refunds: readonly ChainedRefund[];
}

/** The sum of paid refunds that are alike in everything that decides who paid them. */
export interface PaidRefunds {
  /** The refunded payments' gateway. */
  readonly gateway: string;
  readonly method: string | null;
  readonly takenOver: boolean;
  readonly drawnFrom: string | null;
  readonly amount: number;
}

/** The money of one gateway, by tables other than the ledger. */
export interface GatewayMoney {
  readonly gateway: string;
  readonly amount: number;
}

/** Sums over the whole database. */
export interface WholeSums {
  /** The prices of active, paid bookings that are not earned. */
  readonly unearned: number;
  /** The balance of account UNEARNED by the ledger's rows, positive if money is owed for journeys. */
  readonly unearnedInLedger: number;
  /** Money that arrived at each gateway. */
  readonly arrived: readonly GatewayMoney[];
  readonly refunded: readonly PaidRefunds[];
  /** Amounts and fees of settlements. */
  readonly settled: readonly GatewayMoney[];
  /** Confirmed adjustments: debits less credits of the gateway. */
  readonly adjusted: readonly GatewayMoney[];
  /** The gateways' balances by the ledger's rows. */
  readonly inLedger: readonly GatewayMoney[];
}

export interface SumsReader {
  /** Chains of bookings, ordered by the id of the first booking; `after` is exclusive. */
  chains(after: number, limit: number): Promise<readonly Chain[]>;
  wholeSums(): Promise<WholeSums>;
}
