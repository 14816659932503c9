import type { Store } from '../types.ts'

/** The columns read about the caller with every request, without the password hash. */
export const callerColumns = (users: Store['t']['users']) => ({
  id: users.id,
  email: users.email,
  mobile: users.mobile,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  address: users.address,
  organization: users.organization,
  isAdmin: users.isAdmin,
  hasAdminAccess: users.hasAdminAccess,
  emailVerified: users.emailVerified,
  mobileVerified: users.mobileVerified,
  createdAt: users.createdAt,
})
