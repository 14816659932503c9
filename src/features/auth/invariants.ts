import { sealedInvariant } from '#db/audit/sealed-invariant.ts'
import type { Invariant } from '#server/feature.ts'
import { findOddMobiles, listOddMobiles } from './service/odd-mobiles.ts'
import { secretPlace } from './totp/second-factor.ts'

/** What must hold of the ways to sign in, whatever happened. */
export const invariants: readonly Invariant[] = [
  sealedInvariant('secrets of two-factor sign-in can be opened', ({ totp: table }) => ({
    ...{ table, key: table.userId, value: table.secret },
    place: secretPlace,
  })),
  {
    name: 'every account has a mobile number in the form in which numbers are compared',
    count: async (store) => (await findOddMobiles(store)).length,
    list: listOddMobiles,
  },
]
