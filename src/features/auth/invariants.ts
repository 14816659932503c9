import { sealedInvariant } from '#db/sealed-invariant.ts'
import type { Invariant } from '#server/feature.ts'
import { secretPlace } from './totp/second-factor.ts'

/** What must hold of the ways to sign in, whatever happened. */
export const invariants: readonly Invariant[] = [
  sealedInvariant('secrets of two-factor sign-in can be opened', ({ totp: table }) => ({
    ...{ table, key: table.userId, value: table.secret },
    place: secretPlace,
  })),
]
