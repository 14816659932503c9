import type { Driver } from '#server/driver.ts'

/** A page at which somebody can pay. */
type LinkRequest = {
  /** Ours; the provider takes each once. */
  id: string
  amountPaise: number
  description: string
  expiresAt: Date
  /** Where the customer comes back to. */
  returnUrl: string
}

/** A payment that the provider has taken for us. `amountPaise` is null when it is not in rupees. */
type ProviderPayment = { id: string; amountPaise: number | null; paidAt: Date }

export type ProviderLink = {
  id: string
  url: string
  amountPaise: number
  state: 'open' | 'paid' | 'ended'
  payments: ProviderPayment[]
}

export type ProviderRefund = { id: string; state: 'waiting' | 'paid' | 'failed' }

type RefundRequest = { paymentId: string; amountPaise: number /** Ours. */; id: string }

/** What takes payments over the internet. */
export interface OnlinePayments {
  /** The page, made now or by an earlier attempt. @throws ProviderFailure */
  openLink(request: LinkRequest): Promise<ProviderLink>
  /** Null when the provider knows of no such page. @throws ProviderFailure */
  readLink(link: { externalId: string | null; id: string }): Promise<ProviderLink | null>
  /** Nobody can pay at the page any more, unless somebody has. @throws ProviderFailure */
  closeLink(externalId: string): Promise<void>
  /** The money goes back, now or by an earlier attempt. @throws ProviderFailure */
  refund(request: RefundRequest): Promise<ProviderRefund>
  /** Whether the provider wrote this: its signature over the very bytes. */
  isSigned(body: Uint8Array, signature: string | null): boolean
}

/** The way payments reach the operator. Without `online` they come by bank and UPI alone. */
export interface PaymentProvider extends Driver {
  readonly online: OnlinePayments | null
}

/** The provider refused, or could not be asked. `isPassing`: it may work later. The message is for administrators. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  constructor(
    message: string,
    readonly isPassing: boolean,
  ) {
    super(message)
  }
}
