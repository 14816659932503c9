import { sealedInvariant } from '#db/audit/sealed-invariant.ts'
import type { Invariant } from '#server/feature.ts'
import { findOddMobiles, listOddMobiles } from './service/odd-mobiles.ts'
import { secretPlace } from './totp/second-factor.ts'

/** Invariants of sign-in data. */
export const invariants: readonly Invariant[] = [
  sealedInvariant('secrets of two-factor sign-in can be unsealed', ({ totp: table }) => ({
    ...{ table, key: table.userId, value: table.secret },
    place: secretPlace,
  })),
  {
    name: 'every account has a normalised mobile number',
    count: async (store) => (await findOddMobiles(store)).length,
    list: listOddMobiles,
  },
]
