import { DomainError } from '#shared/errors.ts'
import type { SessionUser } from './session.ts'

/** As whom a request is made: a customer, by the administrator who sent it, and only to read. */
export type Viewing = {
  id: string
  endsAt: Date
  /** Who looks; the context's `user` is the customer. */
  actor: SessionUser
}

/** A view that was begun, and whose portal it shows. */
export type FoundView = { endsAt: Date; isOpen: boolean; customer: SessionUser }

/** The answer to a view that is over. */
export const viewEnded = ({ id }: { id: string }): DomainError =>
  new DomainError('VIEW_ENDED', 'Your view of this account has ended.', { details: { customerId: id } })

/**
 * Lets a call through that only reads, and nothing that is the customer's own business. It is asked before anything of the call is
 * carried out, and of every call.
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
