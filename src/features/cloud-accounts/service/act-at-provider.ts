import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import { isAccount, openAccount } from '../accounts/account.ts'
import type { InstanceAction } from '../contract/transitions.ts'
import {
  type CloudAccount,
  type CloudDriver,
  ProviderRefused,
  ProviderUnavailable,
} from '../drivers/driver.ts'
import { driverOf } from '../drivers/registry.ts'

const longestMs = 10 * second
const slow = 'The provider did not answer in time. The next refresh shows the result.'

type Opened = { driver: CloudDriver; account: CloudAccount }

/** The driver and the keys of one of the caller's accounts. @throws WRONG_STATE when it is switched off or has no keys */
export async function openProvider(ctx: CustomerContext, id: string): Promise<Opened> {
  const { cloudProviders } = ctx.store.t
  const [provider] = await ctx.store.read
    .select()
    .from(cloudProviders)
    .where(isAccount(ctx.store.t, { userId: ctx.user.id, id }))
  const driver = provider?.isActive ? driverOf(ctx.clouds, provider.name) : null
  const account = provider && openAccount(ctx.secrets, provider)
  if (!driver || !account)
    throw new DomainError('WRONG_STATE', 'The provider of this instance is not connected.')
  return { driver, account }
}

/** Rejects as unavailable when `work` takes longer than a caller waits. */
export async function withinTime(work: Promise<void>, ms = longestMs): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ProviderUnavailable(slow)), ms)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** A provider's refusal as an error for the caller; any other error stays a server error. */
function explain(error: unknown): unknown {
  if (error instanceof ProviderUnavailable) {
    const { retryAfterMs } = error
    const wait = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / second) }
    return new DomainError('UNAVAILABLE', error.message, { ...wait, cause: error })
  }
  if (!(error instanceof ProviderRefused)) return error
  const code = error.reason === 'request' ? 'BAD_GATEWAY' : 'WRONG_STATE'
  return new DomainError(code, error.message, { cause: error })
}

/**
 * Asks the provider to start, stop or reboot the instance it knows by this name.
 * @throws WRONG_STATE for a refusal, UNAVAILABLE without an answer within ten seconds, BAD_GATEWAY
 */
export async function actAtProvider(
  { driver, account }: Opened,
  instanceId: string,
  action: InstanceAction,
): Promise<void> {
  try {
    await withinTime(driver.act(account, instanceId, action))
  } catch (error) {
    throw explain(error)
  }
}
