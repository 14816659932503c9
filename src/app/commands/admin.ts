import { parseArgs } from 'node:util'
import { createAdministrator } from '#features/auth/service/administrators.ts'
import type { Env } from '#server/settings.ts'
import { openPortal } from '../portal.ts'
import { UsageError } from './usage.ts'

/** `admin create --email --mobile --password`: creates an administrator, even while the portal is running. */
export async function admin(env: Env, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, mobile: { type: 'string' }, password: { type: 'string' } },
  })
  const { email, mobile, password } = values
  if (positionals[0] !== 'create' || !email || !mobile || !password) {
    throw new UsageError('portal admin create --email you@example.com --mobile 9800000000 --password "…"')
  }
  const { deps, close } = await openPortal(env, { lock: false })
  try {
    const { id } = await createAdministrator(deps, { email, mobile, password })
    console.log(`Administrator ${email} created (${id}).`)
  } finally {
    await close()
  }
}
