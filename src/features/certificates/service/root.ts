import { eq } from 'drizzle-orm'
import type { Kernel } from '#server/context.ts'
import { createRoot, type Root } from '../drivers/sign.ts'

const name = 'local'
const place = `certificate_authorities:private_key:${name}`

/**
 * The authority of this installation, shared by all nodes: created at the first call, with its key sealed.
 * @throws Error when another installation key sealed it
 */
export async function openRoot({ store, secrets, env, now }: Kernel): Promise<Root> {
  const { certificateAuthorities: a } = store.t
  const find = async () => (await store.read.select().from(a).where(eq(a.name, name)).limit(1))[0]
  let row = await find()
  if (!row) {
    const company = env.COMPANY_NAME
    const root = await createRoot({ name: `${company} test CA`, organization: company }, now())
    const sealed = { ...root, privateKey: secrets.seal(root.privateKey, place) }
    // If two nodes start at the same time, one of them inserts it.
    await store.tx((tx) =>
      tx
        .insert(a)
        .values({ name, ...sealed, createdAt: now() })
        .onConflictDoNothing(),
    )
    row = await find()
  }
  if (!row) throw new Error('the authority was not stored')
  return { certificate: row.certificate, privateKey: secrets.open(row.privateKey, place) }
}
