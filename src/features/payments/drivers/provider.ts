import type { Driver } from '#server/driver.ts'

/** A hosted payment page. */
type LinkRequest = {
  /** Our id; the provider accepts each once. */
  id: string
  amountPaise: number
  description: string
  expiresAt: Date
  /** The return address for the customer. */
  returnUrl: string
}

/** A payment that the provider received for us. `amountPaise` is null when it is not in rupees. */
type ProviderPayment = { id: string; amountPaise: number | null; paidAt: Date }

export type ProviderLink = {
  id: string
  url: string
  amountPaise: number
  state: 'open' | 'paid' | 'ended'
  payments: ProviderPayment[]
}

export type ProviderRefund = { id: string; state: 'waiting' | 'paid' | 'failed' }

type RefundRequest = { paymentId: string; amountPaise: number /** Our id. */; id: string }

/** Online payments. */
export interface OnlinePayments {
  /** Returns the page, created now or by an earlier attempt. @throws ProviderFailure */
  openLink(request: LinkRequest): Promise<ProviderLink>
  /** Null when the provider has no such page. @throws ProviderFailure */
  readLink(link: { externalId: string | null; id: string }): Promise<ProviderLink | null>
  /** Closes the page, unless it is paid already. @throws ProviderFailure */
  closeLink(externalId: string): Promise<void>
  /** Refunds the amount, now or by an earlier attempt. @throws ProviderFailure */
  refund(request: RefundRequest): Promise<ProviderRefund>
  /** Checks the provider's signature over the exact bytes. */
  isSigned(body: Uint8Array, signature: string | null): boolean
}

/** A payment driver. Without `online`, payments arrive by bank and UPI alone. */
export interface PaymentProvider extends Driver {
  readonly online: OnlinePayments | null
}

/** The provider refused or was unreachable. `isPassing`: a retry may work. The message is for administrators. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  constructor(
    message: string,
    readonly isPassing: boolean,
  ) {
    super(message)
  }
}
