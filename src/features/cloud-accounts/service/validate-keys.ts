import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { after, minute, second } from '#shared/time.ts'
import type { ProviderName } from '../contract/provider-facts.ts'
import { type CloudAccount, ProviderRefused, ProviderUnavailable } from '../drivers/driver.ts'

/** The stored result of a key validation; the background retries at `nextRefreshAt`. */
export type Verdict = {
  validatedAt: Date | null
  validationMessage: string | null
  refreshFailures: number
  nextRefreshAt: Date | null
}

const firstRetryMs = 15 * second

/** The form field that a refusal concerns. */
const fieldOf = ({ reason }: ProviderRefused) => (reason === 'request' ? 'region' : 'secretAccessKey')

/**
 * Asks the provider whether it accepts the keys. An unreachable provider is no refusal: the verdict says so.
 * @throws INVALID with the sentence of the refusal
 */
export async function validateKeys(
  ctx: CustomerContext,
  name: ProviderName,
  account: CloudAccount,
): Promise<Verdict> {
  const driver = ctx.clouds[name]
  try {
    await driver.validate(account)
    const now = ctx.now()
    const nextRefreshAt = driver.mode === 'remote' ? now : null
    return { validatedAt: now, validationMessage: null, refreshFailures: 0, nextRefreshAt }
  } catch (error) {
    if (error instanceof ProviderRefused)
      throw new DomainError('INVALID', error.message, { fields: { [fieldOf(error)]: error.message } })
    if (!(error instanceof ProviderUnavailable)) throw error
    const wait = Math.max(firstRetryMs, Math.min(error.retryAfterMs ?? 0, 5 * minute))
    return {
      validatedAt: null,
      validationMessage: `${error.message} The keys are not validated yet. We try again automatically.`,
      refreshFailures: 1,
      nextRefreshAt: after(ctx.now(), wait),
    }
  }
}
