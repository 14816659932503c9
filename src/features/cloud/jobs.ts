import { isOutage } from '#db/errors.ts'
import { remoteProviderNames } from '#features/cloud-accounts/contract/provider-facts.ts'
import { claimDue } from '#features/cloud-accounts/refresh/due.ts'
import { refreshProvider } from '#features/cloud-accounts/refresh/refresh.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { describeFailure } from '#server/log.ts'
import { second } from '#shared/time.ts'
import { readStored } from './refresh/apply.ts'

/** Accounts of one provider that are read side by side. A provider that hangs fills its own places and no others. */
const placesPerProvider = 16
const lookAgainMs = second

/**
 * Reads every account that is due, and those that become due meanwhile: one that hangs keeps its place until it is given up,
 * and the others go on.
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
    if (running.size > 0) await Promise.race([...running.keys(), Bun.sleep(lookAgainMs)])
  } while (running.size > 0)
}

/** Connected accounts that are due are read; all-services never asks a provider. */
export const refreshing: ScheduledTask = { name: 'cloud-refresh', everyMs: 5 * second, run: refreshDue }
