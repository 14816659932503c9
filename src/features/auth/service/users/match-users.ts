import { beginsWith, type Match } from '#db/lists/search.ts'
import type { Store } from '#db/types.ts'
import { emailKey } from '#shared/email-key.ts'
import { mobilePrefix } from '../../contract/mobile.ts'

type Users = Pick<Store['t']['users'], 'emailKey' | 'mobile'>

/** Matches accounts whose e-mail or mobile number begins with the typed text. */
export function matchUsers(users: Users, q: string): Match[] {
  const mobile = mobilePrefix(q)
  return [beginsWith(users.emailKey, emailKey(q)), ...(mobile ? [beginsWith(users.mobile, mobile)] : [])]
}
