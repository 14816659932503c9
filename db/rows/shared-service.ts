import { type Column, eq, type SQL } from 'drizzle-orm'
import { notFound } from '#shared/errors.ts'

/** The one service that the caller shares as a member; null for callers who act for themselves. */
type Caller = { shared: { serviceId: string } | null }

/** Narrows a list without a service filter to the shared service. */
export const ofShared = ({ shared }: Caller, column: Column): SQL | undefined =>
  shared ? eq(column, shared.serviceId) : undefined

/** Checks that a service named outside a typed field, such as in a form, is the shared one. @throws NOT_FOUND */
export function assertShared(ctx: object, serviceId: string): void {
  const shared = 'shared' in ctx ? (ctx as Caller).shared : null
  if (shared && shared.serviceId !== serviceId) throw notFound('This service')
}
