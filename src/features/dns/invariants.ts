import { isNotNull } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Invariant } from '#server/feature.ts'
import type { Sealer } from '#server/secrets.ts'
import { openKeys, readSealedKeys } from './dnssec-keys.ts'
import { readPrivateKey } from './drivers/dnssec/keys.ts'
import { headsPerPage, listHeads, type ZoneHead } from './read-zones.ts'

/** Domains with DNSSEC whose zone cannot be signed. */
async function countUnsignable(store: Store, secrets: Sealer | null): Promise<number> {
  const { domains } = store.t
  if ((await store.read.$count(domains, isNotNull(domains.signedAt))) === 0) return 0
  let broken = 0
  let last: ZoneHead | null = null
  do {
    const heads: ZoneHead[] = await listHeads(store, last)
    const keys = await readSealedKeys(store, heads)
    for (const { id } of heads.filter(({ signedAt }) => signedAt !== null)) {
      try {
        if (!secrets) throw new Error('nothing can be opened')
        Object.values(openKeys(secrets, keys.get(id) ?? [])).forEach(readPrivateKey)
      } catch {
        broken += 1
      }
    }
    last = heads.length === headsPerPage ? (heads.at(-1) ?? null) : null
  } while (last)
  return broken
}

export const invariants: readonly Invariant[] = [
  {
    name: 'every zone with DNSSEC has both keys, and they can be opened',
    count: (store, _dataDir, secrets) => countUnsignable(store, secrets),
  },
]
