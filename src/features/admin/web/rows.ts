import type { z } from 'zod'
import type { driverOutput, healthOutput, jobOutput } from '#features/admin/contract.ts'
import type { mailOutput } from '#features/mail/contract.ts'
import type { AdminOrder } from '#features/orders/contract/desk.ts'
import type { OrderStatus } from '#features/orders/contract.ts'
import type { Tone } from '#web/ui/status-badge.tsx'

export type Job = z.output<typeof jobOutput>
export type Driver = z.output<typeof driverOutput>
export type Health = z.output<typeof healthOutput>
export type Mail = z.output<typeof mailOutput>

type Named = { firstName: string | null; lastName: string | null; email: string }

/** Both names as far as they are known, else the email. */
export const personName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** An order in words: `Starter for shop.in, asha@example.com`. */
export const orderName = ({ plan, domain, user }: AdminOrder): string =>
  `${plan.name}${domain ? ` for ${domain}` : ''}, ${user.email}`

/** These words are grey elsewhere (docs/product.md, "Status colours"); on the desk the outcome matters. */
export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'warn',
  approved: 'ok',
  rejected: 'bad',
  cancelled: 'neutral',
}
export const mailTones: Record<Mail['status'], Tone> = { queued: 'warn', sent: 'ok', failed: 'bad' }
