import type { OwnerContext } from '#server/context.ts'

/** The owner's screens read the account again; called once the change is committed. */
export const tellAccount = (
  { events, user }: OwnerContext,
  { id, status }: { id: string; status: string },
): void => events.publish({ userId: user.id, kind: 'email', id, status })
