import type { AdminOrder } from './desk.ts'

/** An order in words: `Starter for shop.in, asha@example.com`. */
export const orderName = ({ plan, domain, user }: AdminOrder): string =>
  `${plan.name}${domain ? ` for ${domain}` : ''}, ${user.email}`
