import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { Duplicate, type Tx } from '#db/store.ts'
import { holdActiveService, type OwnService } from '#features/servers/service.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { minute } from '#shared/time.ts'
import { asDiskError, makeFolder, moveWithin, serviceFolder } from '../storage/folders.ts'
import { applyChanges, type Change, type Step } from './changes.ts'
import type { Owner } from './rows.ts'

type Settings = Pick<JobContext, 'store' | 'env' | 'now' | 'log'>

/** Another node that moves files for longer than this has died. */
const abandonedMs = minute

const queues = new Map<string, Promise<unknown>>()

/** Runs one after the other what changes the files of the same service, in this process. */
export async function inTurn<T>(serviceId: string, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(serviceId) ?? Promise.resolve()).then(work, work)
  const settled = turn.catch(() => {})
  queues.set(serviceId, settled)
  try {
    return await turn
  } finally {
    if (queues.get(serviceId) === settled) queues.delete(serviceId)
  }
}

type Finish<T> = (tx: Tx, ids: string[]) => Promise<T>

async function perform(root: string, { from, to }: Step): Promise<void> {
  if (from === null) await makeFolder(join(root, to))
  else await moveWithin(root, from, to)
}

/** Moves the bytes, then writes the rows of what has moved and closes the intent, in one transaction. */
async function carryOn<T>(ctx: Settings, owner: Owner, steps: Step[], finish: Finish<T>): Promise<T> {
  const root = serviceFolder(ctx.env.DATA_DIR, owner.serviceId)
  const done: Step[] = []
  let failure: { error: unknown } | null = null
  for (const step of steps) {
    try {
      await perform(root, step)
      done.push(step)
    } catch (error) {
      failure ??= { error }
    }
  }
  const now = ctx.now()
  const close = async (tx: Tx) => {
    const ids = await applyChanges(
      { tx, owner, now },
      done.map(({ change }) => change),
    )
    const { fileIntents } = tx.t
    await tx
      .delete(fileIntents)
      .where(and(eq(fileIntents.userId, owner.userId), eq(fileIntents.serviceId, owner.serviceId)))
    return ids
  }
  if (!failure) return ctx.store.tx(async (tx) => finish(tx, await close(tx)))
  await ctx.store.tx(async (tx) => void (await close(tx)))
  throw asDiskError(failure.error)
}

/** Finishes what a process that died had begun with a service's files. */
async function settle(ctx: Settings, owner: Owner): Promise<void> {
  const { fileIntents } = ctx.store.t
  const [intent] = await ctx.store.read
    .select()
    .from(fileIntents)
    .where(and(eq(fileIntents.userId, owner.userId), eq(fileIntents.serviceId, owner.serviceId)))
  if (!intent) return
  // With several nodes it may be another one's that is at work.
  const age = ctx.now().getTime() - intent.createdAt.getTime()
  if (ctx.env.DATABASE_URL && age < abandonedMs) return
  await carryOn(ctx, owner, intent.steps as Step[], async () => {}).catch((error) =>
    ctx.log.warn('files were not moved', {
      service: owner.serviceId,
      code: String(error?.code ?? error?.name),
    }),
  )
}

/** Waits until a service's rows say what its bytes say: at once, but right after a crash. */
export const settleFiles = (ctx: Settings, owner: Owner): Promise<void> =>
  inTurn(owner.serviceId, () => settle(ctx, owner))

/** Finishes all that was begun and not ended, for every service. */
export async function settleAll(ctx: Settings): Promise<void> {
  const { fileIntents } = ctx.store.t
  const open = await ctx.store.read
    .select({ userId: fileIntents.userId, serviceId: fileIntents.serviceId })
    .from(fileIntents)
  for (const owner of open) await settleFiles(ctx, owner)
}

const busy = () =>
  new DomainError('BUSY', 'The files of this service are being changed. Try again in a moment.')

const told: Record<Change['kind'], string> = {
  put: 'stored',
  move: 'moved',
  trash: 'deleted',
  untrash: 'restored',
}

type Work<T> = {
  serviceId: string
  /** Decides under the lock of the service what moves, from committed rows; refuses by throwing. */
  plan: (tx: Tx, service: OwnService) => Promise<Step[]>
  /** The answer, in the transaction in which the rows change; it gets the ids of the steps. */
  finish: Finish<T>
  /** Looks at the disk after the plan and before anything is promised. */
  check?: (steps: Step[]) => Promise<void>
}

/**
 * Changes a service's files so that rows and bytes agree whenever the process dies: the decision is written first, then the
 * bytes move by renames, then the rows follow. The owner's screens hear of it.
 * @throws NOT_FOUND, WRONG_STATE or BUSY of the service, and whatever `plan` refuses
 */
export function changeFiles<T>(ctx: CustomerContext, work: Work<T>): Promise<T> {
  const owner = { userId: ctx.user.id, serviceId: work.serviceId }
  return inTurn(work.serviceId, async () => {
    await settle(ctx, owner)
    let steps: Step[] = []
    if (work.check) {
      await ctx.store.tx(async (tx) => {
        steps = await work.plan(tx, await holdActiveService(ctx, tx, work.serviceId))
      })
      await work.check(steps)
    }
    // Answers nothing: what the first transaction returned would be kept as the answer of an idempotent call.
    await ctx.store
      .tx(async (tx) => {
        steps = await work.plan(tx, await holdActiveService(ctx, tx, work.serviceId))
        if (steps.length > 0)
          await tx.insert(tx.t.fileIntents).values({ ...owner, steps, createdAt: ctx.now() })
      })
      .catch((error) => {
        throw error instanceof Duplicate ? busy() : error
      })
    if (steps.length === 0) return ctx.store.tx((tx) => work.finish(tx, []))
    const answer = await carryOn(ctx, owner, steps, work.finish)
    for (const { change } of steps)
      ctx.events.publish({ userId: owner.userId, kind: 'file', id: change.id, status: told[change.kind] })
    return answer
  })
}
