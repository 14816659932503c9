import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { Duplicate, StoreUnavailable } from '#db/errors.ts'
import type { Tx } from '#db/types.ts'
import { lockActiveService, type OwnService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext, JobContext, OwnerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import {
  asDiskError,
  assertRoot,
  makeFolder,
  moveWithin,
  serviceFolder,
  setAside,
  trashPath,
} from '../storage/folders.ts'
import { applyChanges, applyLargeFolders, type Change, displacedBy, type Step } from './changes.ts'
import { busyFolder, type FolderLock, withFolderLock } from './folder-lock.ts'
import type { Owner } from './rows.ts'

type Settings = Pick<JobContext, 'store' | 'env' | 'node' | 'now' | 'log'>

/** Runs work in one transaction: `T` is the work's result, `R` the caller's. */
type Transact<T, R> = (work: (tx: Tx) => Promise<T>) => Promise<R>

async function perform(root: string, { from, to, change }: Step): Promise<void> {
  if (from === null) return makeFolder(join(root, to))
  const displaced = displacedBy(change)
  if (displaced !== undefined) await setAside(root, to, trashPath(displaced))
  await moveWithin(root, from, to)
}

type OpenedChange = { owner: Owner; steps: Step[]; lock: FolderLock }

/**
 * Moves the bytes, then updates their rows; the last rows and the end of the intent share a transaction, which `end` opens for
 * work that receives the ids of the steps. The intent stays open when the folder is missing, or another node may have it.
 */
async function carryOn<R>(
  ctx: Settings,
  { owner, steps, lock }: OpenedChange,
  end: Transact<string[], R>,
): Promise<R> {
  const root = serviceFolder(ctx.env.DATA_DIR, owner.serviceId)
  await assertRoot(root)
  const done: Step[] = []
  let failure: { error: unknown } | null = null
  for (const step of steps) {
    lock.assertCurrent()
    try {
      await perform(root, step)
      done.push(step)
    } catch (error) {
      failure ??= { error }
    }
  }
  const now = ctx.now()
  const changes = done.map(({ change }) => change)
  await applyLargeFolders({ store: ctx.store, owner, now, lock }, changes)
  const close = async (tx: Tx) => {
    await lock.assertHeld(tx)
    const ids = await applyChanges({ tx, owner, now }, changes)
    const { fileIntents } = tx.t
    await tx
      .delete(fileIntents)
      .where(and(eq(fileIntents.userId, owner.userId), eq(fileIntents.serviceId, owner.serviceId)))
    return ids
  }
  if (!failure) return end(close)
  await ctx.store.tx(close)
  throw asDiskError(failure.error)
}

async function readIntent({ store }: Settings, { userId, serviceId }: Owner) {
  const { fileIntents } = store.t
  const [intent] = await store.read
    .select()
    .from(fileIntents)
    .where(and(eq(fileIntents.userId, userId), eq(fileIntents.serviceId, serviceId)))
  return intent
}

/** Whether the change may still be unfinished after this failure, so that its bytes must stay in place. */
export const mayBeUnfinished = (error: unknown): boolean =>
  error instanceof StoreUnavailable || (error instanceof DomainError && error.code === 'UNAVAILABLE')

const isBusy = (error: unknown): boolean => error instanceof DomainError && error.code === 'BUSY'

/**
 * Completes an unfinished change of a service's files: the process died, or could not reach the store. The folder's lock ensures
 * that nobody else is working on it.
 */
export async function settleLocked(ctx: Settings, owner: Owner, lock: FolderLock): Promise<void> {
  const intent = await readIntent(ctx, owner)
  if (!intent) return
  const steps = intent.steps as Step[]
  await carryOn(ctx, { owner, steps, lock }, (close) => ctx.store.tx(close)).catch((error) => {
    if (mayBeUnfinished(error)) throw error
    ctx.log.warn('files not moved', {
      service: owner.serviceId,
      code: String(error?.code ?? error?.name),
    })
  })
}

/**
 * Waits until a service's rows match its bytes; only needed right after a crash. A longer change on another node is not waited
 * for.
 * @throws UNAVAILABLE when the service's folder is missing
 */
export async function settleFiles(ctx: Settings, owner: Owner): Promise<void> {
  if (!(await readIntent(ctx, owner))) return
  await withFolderLock(ctx, owner.serviceId, (lock) => settleLocked(ctx, owner, lock)).catch((error) => {
    if (!isBusy(error)) throw error
  })
}

const missing = new Set<string>()

/** Completes all unfinished changes of every service; a service without its folder is logged once and skipped. */
export async function settleAll(ctx: Settings): Promise<void> {
  const { fileIntents } = ctx.store.t
  const open = await ctx.store.read
    .select({ userId: fileIntents.userId, serviceId: fileIntents.serviceId })
    .from(fileIntents)
  for (const owner of open)
    await settleFiles(ctx, owner).then(
      () => missing.delete(owner.serviceId),
      (error) => {
        if (!(error instanceof DomainError)) throw error
        if (!missing.has(owner.serviceId))
          ctx.log.error('service folder missing', { service: owner.serviceId })
        missing.add(owner.serviceId)
      },
    )
}

const eventStatus: Record<Change['kind'], string> = {
  put: 'stored',
  move: 'moved',
  trash: 'deleted',
  untrash: 'restored',
}

// Screens reload their lists, whichever files are named.
const mostEvents = 100

type Work<T> = {
  serviceId: string
  /** Decides under the lock of the service which bytes move, from committed rows; refuses by throwing. */
  plan: (tx: Tx, service: OwnService) => Promise<Step[]>
  /** Builds the answer in the transaction that changes the rows; receives the ids of the steps. */
  finish: (tx: Tx, ids: string[]) => Promise<T>
  /** Checks the disk after the plan and before the commit. */
  check: (steps: Step[]) => Promise<void>
}

const planSteps = <T>(ctx: OwnerContext, { serviceId, plan }: Work<T>): Promise<Step[]> =>
  ctx.store.tx(async (tx) => plan(tx, await lockActiveService(tx, ctx, serviceId)))

/**
 * Stores the steps as an intent that survives this process. The rows they were planned from cannot have changed: only the lock
 * holder changes them.
 */
async function writeIntent(ctx: OwnerContext, { owner, steps, lock }: OpenedChange): Promise<void> {
  try {
    await ctx.store.tx(async (tx) => {
      await lock.assertHeld(tx)
      await lockActiveService(tx, ctx, owner.serviceId)
      await tx.insert(tx.t.fileIntents).values({ ...owner, steps, createdAt: ctx.now() })
    })
  } catch (error) {
    throw error instanceof Duplicate ? busyFolder() : error
  }
}

/** Publishes the steps to the owner's screens once they are done. */
function publishSteps(tx: Tx, ctx: OwnerContext, steps: Step[]): void {
  for (const { change } of steps.slice(0, mostEvents))
    publish(tx, ctx, { userId: ctx.user.id, kind: 'file', id: change.id, status: eventStatus[change.kind] })
}

function changeWithin<T, R>(ctx: OwnerContext, work: Work<T>, transact: Transact<T, R>): Promise<R> {
  const owner = { userId: ctx.user.id, serviceId: work.serviceId }
  return withFolderLock(ctx, work.serviceId, async (lock) => {
    await settleLocked(ctx, owner, lock)
    const steps = await planSteps(ctx, work)
    await work.check(steps)
    if (steps.length === 0) return transact((tx) => work.finish(tx, []))
    const begun = { owner, steps, lock }
    await writeIntent(ctx, begun)
    return carryOn(ctx, begun, (close) =>
      transact(async (tx) => {
        const ids = await close(tx)
        publishSteps(tx, ctx, steps)
        return work.finish(tx, ids)
      }),
    )
  })
}

/**
 * Changes a service's files so that rows and bytes agree after any crash: the intent is stored first, then the bytes move by
 * renames, then the rows follow. Publishes the change to the owner's screens.
 * @throws NOT_FOUND, WRONG_STATE or BUSY of the service, and refusals of `plan`
 */
export const changeFiles = <T>(ctx: OwnerContext, work: Work<T>): Promise<T> =>
  changeWithin<T, T>(ctx, work, (end) => ctx.store.tx(end))

/** The same for a mutation, which answers with the result of `finish`. */
export const mutateFiles = <T>(ctx: CustomerContext, work: Work<T>): Promise<Answered<T>> =>
  changeWithin<T, Answered<T>>(ctx, work, (end) => mutate(ctx, end))
