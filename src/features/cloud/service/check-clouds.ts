import { and, count, eq, gt } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { providerFacts, providerNames } from '../contract/provider-facts.ts'

const plural = (accounts: number) => `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`

/**
 * The providers for the operator: embedded or outside, and how the accounts that customers connected were read lately.
 * Asks our tables alone. A provider is unhealthy when none of its accounts could be read.
 */
export async function checkClouds(ctx: CustomerContext) {
  const { cloudProviders: p } = ctx.store.t
  const countBy = (isFailing: boolean) =>
    ctx.store.readLong((read) =>
      read
        .select({ name: p.name, accounts: count() })
        .from(p)
        .where(and(eq(p.isActive, true), isFailing ? gt(p.refreshFailures, 0) : undefined))
        .groupBy(p.name),
    )
  const [all, failing] = [await countBy(false), await countBy(true)]
  return providerNames.map((name) => {
    const of = (rows: typeof all) => rows.find((row) => row.name === name)?.accounts ?? 0
    const [accounts, failed] = [of(all), of(failing)]
    return {
      area: `Cloud: ${providerFacts[name].label}`,
      name,
      mode: ctx.clouds[name].mode,
      version: null,
      isHealthy: failed === 0 || failed < accounts,
      message: failed === 0 ? null : `${plural(failed)} of ${accounts} could not be read lately.`,
    }
  })
}
