import { eq } from 'drizzle-orm'
import type { Kernel } from '#server/context.ts'
import type { AccountStore } from '../drivers/acme/account.ts'
import { generateAccountKey } from '../drivers/acme/jws.ts'

const placeOf = (directoryUrl: string) => `acme_accounts:private_key:${directoryUrl}`

/**
 * The account of this installation at an authority, shared by all nodes and kept across restarts: its key is created at the
 * first use, and sealed.
 */
export function createAccountStore({ store, secrets, now }: Kernel, directoryUrl: string): AccountStore {
  const { acmeAccounts: a } = store.t
  const find = async () =>
    (await store.read.select().from(a).where(eq(a.directoryUrl, directoryUrl)).limit(1))[0]
  const create = async () => {
    const privateKey = secrets.seal(await generateAccountKey(), placeOf(directoryUrl))
    const times = { createdAt: now(), updatedAt: now() }
    // If two nodes start at the same time, one of them inserts it.
    await store.tx((tx) =>
      tx
        .insert(a)
        .values({ directoryUrl, privateKey, ...times })
        .onConflictDoNothing(),
    )
    return find()
  }
  return {
    async open() {
      const row = (await find()) ?? (await create())
      if (!row) throw new Error('the account was not stored')
      const { accountUrl: url, contact } = row
      return { key: secrets.open(row.privateKey, placeOf(directoryUrl)), url, contact }
    },
    async keep({ url, contact }) {
      const to = { accountUrl: url, contact, updatedAt: now() }
      await store.tx((tx) => tx.update(a).set(to).where(eq(a.directoryUrl, directoryUrl)))
    },
  }
}
