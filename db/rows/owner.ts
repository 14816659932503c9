import type { Store } from '../types.ts'

/** Whose a row of an administrator's list is. */
export const ownerColumns = ({ users }: Pick<Store['t'], 'users'>) => ({
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
})
