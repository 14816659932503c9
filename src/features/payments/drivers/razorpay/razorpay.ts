import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Health } from '#server/driver.ts'
import { second } from '#shared/time.ts'
import { type OnlinePayments, type PaymentProvider, ProviderFailure, type ProviderLink } from '../provider.ts'
import { createRazorpayHttp, type RazorpayPlace } from './http.ts'
import { asLink, asRefund, type RazorpayLink, readLink, readLinks, readRefund, readRefunds } from './read.ts'

type RazorpaySettings = RazorpayPlace & { webhookSecret: string }

const signaturePattern = /^[0-9a-f]{64}$/i

/** HMAC-SHA256 of the raw body, in hexadecimal ("Validate Webhooks" of Razorpay's documentation). */
export function isSignedBy(secret: string, body: Uint8Array, signature: string | null): boolean {
  if (signature === null || !signaturePattern.test(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

const inUnixTime = (at: Date): number => Math.floor(at.getTime() / second)

/** Razorpay's hosted payment pages, after its public documentation. Card data never reaches the portal. */
export function createRazorpay(settings: RazorpaySettings): PaymentProvider {
  const ask = createRazorpayHttp(settings)
  const protocol = new URL(settings.url).protocol
  // Customers are redirected there, so it must be a web address.
  const checked = (found: RazorpayLink): ProviderLink => {
    const to = URL.parse(found.short_url)?.protocol
    if (to !== 'https:' && to !== protocol)
      throw new ProviderFailure('Razorpay sent an invalid response.', true)
    return asLink(found)
  }
  const findByReference = async (id: string): Promise<ProviderLink | null> => {
    const found = await ask({ method: 'GET', path: `payment_links?reference_id=${encodeURIComponent(id)}` })
    const link =
      found === null ? undefined : readLinks(found).payment_links.find((one) => one.reference_id === id)
    return link ? checked(link) : null
  }
  const findById = async (externalId: string): Promise<ProviderLink | null> => {
    const found = await ask({ method: 'GET', path: `payment_links/${encodeURIComponent(externalId)}` })
    return found === null ? null : checked(readLink(found))
  }
  const online: OnlinePayments = {
    async openLink({ id, amountPaise, description, expiresAt, returnUrl }) {
      const body = {
        amount: amountPaise,
        currency: 'INR',
        accept_partial: false,
        reference_id: id,
        description,
        expire_by: inUnixTime(expiresAt),
        notify: { sms: false, email: false },
        reminder_enable: false,
        callback_url: returnUrl,
        callback_method: 'get',
      }
      try {
        const made = await ask({ method: 'POST', path: 'payment_links', body })
        if (made !== null) return checked(readLink(made))
      } catch (error) {
        // References are unique: an earlier attempt may have created it, with its response lost.
        const made = error instanceof ProviderFailure && !error.isPassing ? await findByReference(id) : null
        if (made === null) throw error
        return made
      }
      throw new ProviderFailure('Razorpay does not support payment links: check RAZORPAY_URL.', true)
    },
    readLink: ({ externalId, id }) => (externalId === null ? findByReference(id) : findById(externalId)),
    async closeLink(externalId) {
      const path = `payment_links/${encodeURIComponent(externalId)}/cancel`
      try {
        await ask({ method: 'POST', path })
      } catch (error) {
        // A paid or expired link cannot be cancelled.
        if (!(error instanceof ProviderFailure) || error.isPassing) throw error
      }
    },
    async refund({ paymentId, amountPaise, id }) {
      const path = `payments/${encodeURIComponent(paymentId)}/refund`
      const earlier = await ask({ method: 'GET', path: `${path}s` })
      const done =
        earlier === null ? undefined : readRefunds(earlier).items.find(({ receipt }) => receipt === id)
      if (done) return asRefund(done)
      const body = { amount: amountPaise, speed: 'normal', receipt: id }
      const headers = { 'x-refund-idempotency': id }
      const made = await ask({ method: 'POST', path, body, headers })
      if (made === null) throw new ProviderFailure('Razorpay does not have this payment.', false)
      return asRefund(readRefund(made))
    },
    isSigned: (body, signature) => isSignedBy(settings.webhookSecret, body, signature),
  }
  return {
    name: 'razorpay',
    mode: 'remote',
    online,
    async check(): Promise<Health> {
      try {
        await ask({ method: 'GET', path: 'payment_links?count=1' })
        return { isHealthy: true, version: 'v1', message: null }
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        return { isHealthy: false, version: null, message: error.message }
      }
    },
  }
}
