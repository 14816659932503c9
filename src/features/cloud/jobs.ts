import { isOutage } from '#db/errors.ts'
import { remoteProviderNames } from '#features/cloud-accounts/contract/provider-facts.ts'
import { claimDue } from '#features/cloud-accounts/refresh/due.ts'
import { refreshProvider } from '#features/cloud-accounts/refresh/refresh.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { describeFailure } from '#server/log.ts'
import { second } from '#shared/time.ts'
import { readStored } from './refresh/apply.ts'

/** The number of accounts of one provider refreshed in parallel. A provider that hangs fills only its own slots. */
const placesPerProvider = 16
const pollMs = second

/**
 * Refreshes every due account, and those that become due meanwhile: one that hangs holds its slot until it times out, and
 * the others continue.
 */
async function refreshDue(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const running = new Map<Promise<void>, string>()
  const begin = async (name: string) => {
    const taken = [...running.values()].filter((each) => each === name).length
    if (taken >= placesPerProvider) return
    for (const provider of await claimDue(ctx, name, placesPerProvider - taken)) {
      const work = refreshProvider(ctx, provider, { readStored, stopping })
        .catch((error) => {
          if (!stopping.aborted && !isOutage(error))
            ctx.log.error('cloud refresh failed', describeFailure(error))
        })
        .finally(() => running.delete(work))
      running.set(work, name)
    }
  }
  do {
    if (!stopping.aborted) for (const name of remoteProviderNames) await begin(name)
    if (running.size > 0) await Promise.race([...running.keys(), Bun.sleep(pollMs)])
  } while (running.size > 0)
}

/** Refreshes due connected accounts; all-services never calls a provider. */
export const refreshing: ScheduledTask = { name: 'cloud-refresh', everyMs: 5 * second, run: refreshDue }
