import { and, count, eq, gt } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import { countText } from '#shared/text/count-text.ts'
import { providerFacts, providerNames } from '../contract/provider-facts.ts'

/** How many accounts of each provider there are, and how many of them could not be read lately. */
async function countAccounts({ store }: Pick<Deps, 'store'>) {
  const { cloudProviders: p } = store.t
  const countBy = (isFailing: boolean) =>
    store.readLong((read) =>
      read
        .select({ name: p.name, accounts: count() })
        .from(p)
        .where(and(eq(p.isActive, true), isFailing ? gt(p.refreshFailures, 0) : undefined))
        .groupBy(p.name),
    )
  const [all, failing] = [await countBy(false), await countBy(true)]
  return (name: string) => {
    const of = (rows: typeof all) => rows.find((row) => row.name === name)?.accounts ?? 0
    return { accounts: of(all), failed: of(failing) }
  }
}

/**
 * The providers for the operator: embedded or outside, and how the accounts that customers connected were read lately.
 * Asks our tables alone. A provider is unhealthy when none of its accounts could be read.
 */
export function cloudDrivers(deps: Pick<Deps, 'store' | 'clouds'>): { area: string; driver: Driver }[] {
  let counted: ReturnType<typeof countAccounts> | null = null
  return providerNames.map((name) => ({
    area: `Cloud: ${providerFacts[name].label}`,
    driver: {
      name,
      mode: deps.clouds[name].mode,
      async check() {
        counted ??= countAccounts(deps)
        const { accounts, failed } = (await counted)(name)
        return {
          version: null,
          isHealthy: failed === 0 || failed < accounts,
          message:
            failed === 0 ? null : `${countText(failed, 'account')} of ${accounts} could not be read lately.`,
        }
      },
    },
  }))
}
