import { DomainError } from '#shared/errors.ts'
import type { SessionUser } from './session.ts'

/** The customer as whom an administrator makes a request, read-only. */
export type Viewing = {
  id: string
  endsAt: Date
  /** The administrator; the context's `user` is the customer. */
  actor: SessionUser
}

/** A view and the customer whose portal it shows. */
export type CustomerView = { endsAt: Date; isOpen: boolean; customer: SessionUser }

/** The error for a view that has ended. */
export const viewEnded = ({ id }: { id: string }): DomainError =>
  new DomainError('VIEW_ENDED', 'Your view of this account has ended.', { details: { customerId: id } })

/**
 * Admits only calls that read, and that show nothing private to the customer. Runs before any part of the call, and for every
 * call.
 * @throws FORBIDDEN
 */
export function openToView(
  { user }: { user: { email: string } | null },
  { isChange, isOpen }: { isChange: boolean; isOpen: boolean },
): void {
  const who = `You are viewing as ${user?.email}`
  if (isChange) throw new DomainError('FORBIDDEN', `${who}; nothing can be changed.`)
  if (!isOpen) throw new DomainError('FORBIDDEN', `${who}; this is private to the account.`)
}
