import { eq, lte } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { Deps } from '#server/context.ts'
import { limiterKey } from '#shared/address.ts'
import { after, day, minute } from '#shared/time.ts'

/** An earlier retry did not wait as mail servers do. */
const waitMs = 5 * minute
/** Without a retry by then, the sender starts anew. */
const patienceMs = day
/** Known senders within this time are accepted. */
const memoryMs = 35 * day

type Triplet = { address: string; sender: string; recipient: string }

const keyOf = ({ address, sender, recipient }: Triplet): string =>
  new Bun.CryptoHasher('sha256')
    .update(`${limiterKey(address)}\n${sender.toLowerCase()}\n${recipient}`)
    .digest('hex')

/** Whether a sender may write to a recipient now; a new one is deferred for five minutes. */
export async function checkGreylist(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  triplet: Triplet,
): Promise<boolean> {
  const key = keyOf(triplet)
  return store.tx(async (tx) => {
    const { emailGreylist: g } = tx.t
    const at = now()
    const [known] = await tx.select().from(g).where(eq(g.key, key))
    if (!known || known.expiresAt <= at) {
      const fresh = { firstSeenAt: at, passedAt: null, expiresAt: after(at, patienceMs) }
      await tx
        .insert(g)
        .values({ key, ...fresh })
        .onConflictDoUpdate({ target: g.key, set: fresh })
      return false
    }
    if (known.passedAt === null && after(known.firstSeenAt, waitMs) > at) return false
    await tx
      .update(g)
      .set({ passedAt: at, expiresAt: after(at, memoryMs) })
      .where(eq(g.key, key))
    return true
  })
}

/** Removes expired entries. */
export async function sweepGreylist({ store, now }: Pick<Deps, 'store' | 'now'>): Promise<void> {
  const { emailGreylist: g } = store.t
  await removeRows(store, { table: g, key: g.key, which: lte(g.expiresAt, now()) })
}
