import type { AdminOrder } from './desk.ts'

/** Name of an order: `Starter for shop.in, asha@example.com`. */
export const orderName = ({ plan, domain, user }: AdminOrder): string =>
  `${plan.name}${domain ? ` for ${domain}` : ''}, ${user.email}`
