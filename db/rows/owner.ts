import type { Store } from '../types.ts'

/** The owner of a row in an administrator's list. */
export const ownerColumns = ({ users }: Pick<Store['t'], 'users'>) => ({
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
})
