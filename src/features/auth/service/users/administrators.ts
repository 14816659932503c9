import type { z } from 'zod'
import { appendAudit } from '#db/audit/audit.ts'
import { isSet } from '#db/lists/paging.ts'
import type { Store } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { email, mobile, password } from '../../contract/contract.ts'
import { assertHardToGuess } from '../../passwords/common-passwords.ts'
import { withPasswords } from '../../passwords/passwords.ts'
import { type Account, insertAccount, refuseTaken } from '../accounts.ts'

type Credentials = { email: string; mobile: string; password: string }

/** Whether there is an administrator. */
export async function hasAdministrator(store: Store): Promise<boolean> {
  const { users } = store.t
  const rows = await store.read.select({ id: users.id }).from(users).where(isSet(users.isAdmin)).limit(1)
  return rows.length > 0
}

function check<T extends z.ZodType>(field: string, schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(field, `${field}: ${parsed.error.issues[0]?.message ?? 'not valid'}`)
}

/**
 * Creates an administrator for the operator at the machine (`portal admin create`). Never promotes an existing account.
 * @throws INVALID with the field, also for a password that is easy to guess, CONFLICT when the e-mail or the mobile number is
 * taken
 */
export async function createAdministrator(
  { store, now, env }: Pick<Deps, 'store' | 'now' | 'env'>,
  input: Credentials,
): Promise<Pick<Account, 'id' | 'email' | 'mobile'>> {
  const values = {
    email: check('email', email, input.email),
    mobile: check('mobile', mobile, input.mobile),
    password: check('password', password, input.password),
  }
  const facts = { ...values, firstName: null, lastName: null, companyName: env.COMPANY_NAME }
  assertHardToGuess(values.password, facts)
  const here = { account: null, address: '' }
  const passwordHash = await withPasswords(here, ({ hash }) => hash(values.password))
  const account = await store
    .tx(async (tx) => {
      const row = {
        email: values.email,
        mobile: values.mobile,
        passwordHash,
        firstName: null,
        lastName: null,
      }
      const account = await insertAccount(tx, { ...row, isAdmin: true, now: now() })
      await appendAudit(tx, {
        at: now(),
        actorId: null,
        actorEmail: 'portal',
        action: 'auth.admin.create',
        targetType: 'user',
        targetId: account.id,
        userId: account.id,
      })
      return account
    })
    .catch(refuseTaken)
  return { id: account.id, email: account.email, mobile: account.mobile }
}

/**
 * Creates the administrator that ADMIN_EMAIL, ADMIN_MOBILE and ADMIN_PASSWORD name on the first start; ignores the settings once
 * there is an administrator. Returns whether it created one.
 * @throws INVALID or CONFLICT with one sentence that names the setting
 */
export async function ensureAdministrator(deps: Pick<Deps, 'store' | 'now' | 'env'>): Promise<boolean> {
  const { ADMIN_EMAIL, ADMIN_MOBILE, ADMIN_PASSWORD } = deps.env
  if (!ADMIN_EMAIL || !ADMIN_MOBILE || !ADMIN_PASSWORD) return false
  if (await hasAdministrator(deps.store)) return false
  const wanted = { email: ADMIN_EMAIL, mobile: ADMIN_MOBILE, password: ADMIN_PASSWORD }
  try {
    await createAdministrator(deps, wanted)
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Another node that started at the same moment won.
    if (error.code === 'CONFLICT' && (await hasAdministrator(deps.store))) return false
    throw new DomainError(error.code, `ADMIN_EMAIL, ADMIN_MOBILE, ADMIN_PASSWORD: ${error.message}`)
  }
}
