import { and, count, eq, gt } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import { countText } from '#shared/text/count-text.ts'
import { providerFacts, providerNames } from '../contract/provider-facts.ts'

/** The number of accounts of each provider, and of those that could not be refreshed recently. */
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
 * The providers for the operator: embedded or external, and how recent refreshes of connected accounts went.
 * Reads only our tables. A provider is unhealthy when none of its accounts could be refreshed.
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
            failed === 0
              ? null
              : `${failed} of ${countText(accounts, 'account')} could not be refreshed recently.`,
        }
      },
    },
  }))
}
