import type { Tone } from '#web/ui/status-badge.tsx'
import type { OrderStatus } from '../../contract.ts'

/** These words are grey elsewhere (docs/product.md, "Status colours"); on the desk the outcome matters. */
export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'warn',
  approved: 'ok',
  rejected: 'bad',
  cancelled: 'neutral',
}
