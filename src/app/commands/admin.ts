import { parseArgs } from 'node:util'
import { removeTwoFactorAtMachine } from '#features/auth/security/remove-two-factor.ts'
import { createAdministrator } from '#features/auth/service/users/administrators.ts'
import type { Env } from '#server/settings.ts'
import { openPortal } from '../portal.ts'
import { UsageError } from './usage.ts'

const options = {
  email: { type: 'string' },
  mobile: { type: 'string' },
  password: { type: 'string' },
} as const

/**
 * `admin create --email --mobile --password`: creates an administrator; `admin two-factor-off --email`: lets a user who lost
 * their second factor sign in with the password alone. Both work while the portal is running.
 */
export async function admin(env: Env, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const { email, mobile, password } = values
  if (positionals[0] === 'two-factor-off') {
    if (!email) throw new UsageError('portal admin two-factor-off --email you@example.com')
    return removeTwoFactor(env, email)
  }
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

async function removeTwoFactor(env: Env, email: string): Promise<void> {
  const { deps, close } = await openPortal(env, { lock: false })
  try {
    const account = await removeTwoFactorAtMachine(deps, email)
    console.log(
      `Two-factor sign-in of ${account.email} is off; its passkeys are removed and its sessions ended.`,
    )
  } finally {
    await close()
  }
}
