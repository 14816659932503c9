import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { ancestorsOf } from '#features/files/contract/names.ts'
import { placeTree } from '#features/files/ingest/place-tree.ts'
import { remainingQuota } from '#features/files/ingest/quota.ts'
import { stageBytes, stagingFolder } from '#features/files/ingest/stage-bytes.ts'
import { dropUnkept, type StagedFile } from '#features/files/ingest/store-staged.ts'
import type { JobContext, OwnerContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { DomainError, type ErrorCode } from '#shared/errors.ts'
import { after } from '#shared/time.ts'
import { lifeMs } from '../contract/limits.ts'
import { trialFolder, trialRoot } from './folders.ts'
import type { TrialRow } from './rows.ts'

type ReadyTrial = { trial: TrialRow; userId: string; serviceId: string }

/** The service of a kept site, once it can accept files. */
async function findService(
  { store }: JobContext,
  { userId, orderId }: TrialRow,
): Promise<string | undefined> {
  if (userId === null || orderId === null) return undefined
  const { orders, userServices } = store.t
  const isService = and(eq(userServices.userId, orders.userId), eq(userServices.id, orders.serviceId))
  const isOrder = and(eq(orders.userId, userId), eq(orders.id, orderId), eq(orders.status, 'approved'))
  const [service] = await store.read
    .select({ id: userServices.id })
    .from(orders)
    .innerJoin(userServices, isService)
    .where(and(isOrder, eq(userServices.status, 'active')))
  return service?.id
}

/** Kept sites whose service can accept files. */
async function findReady(ctx: JobContext): Promise<ReadyTrial[]> {
  const { trials } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(trials)
    .where(and(isNotNull(trials.orderId), isNull(trials.problem)))
  const ready: ReadyTrial[] = []
  for (const trial of rows) {
    const serviceId = await findService(ctx, trial)
    if (serviceId !== undefined && trial.userId !== null)
      ready.push({ trial, userId: trial.userId, serviceId })
  }
  return ready
}

/** The paths of all files below a folder. */
async function listPaths(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}

/** Deletes the row in the transaction that adds the service's files. */
async function noteEnd(tx: Tx, ctx: JobContext, { trial, userId, serviceId }: ReadyTrial): Promise<void> {
  const { trials } = tx.t
  await tx.delete(trials).where(eq(trials.id, trial.id))
  await appendAudit(tx, {
    at: ctx.now(),
    actorId: null,
    action: 'trial.place',
    targetType: 'service',
    targetId: serviceId,
    userId,
    note: trial.name,
  })
}

/** Moves the files of the temporary site to the service and ends the site. */
async function place(ctx: JobContext, ready: ReadyTrial): Promise<void> {
  const { trial, userId, serviceId } = ready
  const { DATA_DIR } = ctx.env
  const owner: OwnerContext = { ...ctx, user: { id: userId } }
  const root = trialRoot(DATA_DIR, trial.id)
  const paths = await listPaths(root)
  const folders = new Set(paths.flatMap(ancestorsOf))
  const staged: StagedFile[] = []
  const limit = await remainingQuota(owner, serviceId)
  await dropUnkept(
    () => staged,
    async () => {
      const folder = stagingFolder(DATA_DIR, serviceId)
      for (const path of paths) {
        const bytes = Bun.file(join(root, path)).stream()
        staged.push({ ...(await stageBytes(bytes, { folder, id: Bun.randomUUIDv7(), limit })), name: path })
      }
      const tree = { serviceId, folder: '', conflict: 'replace', folders, staged } as const
      await placeTree(owner, tree, (tx) => noteEnd(tx, ctx, ready))
    },
  )
  await removeAll(trialFolder(DATA_DIR, trial.id))
}

/** Refusals that a retry would not change. */
const lasting = new Set<ErrorCode>(['TOO_LARGE', 'LIMIT_REACHED', 'CONFLICT', 'INVALID'])

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The customer's message when the site can never move to the service; null while it still may. */
function problemOf(error: unknown): string | null {
  if (isMissing(error)) return 'The files of this temporary site no longer exist.'
  return error instanceof DomainError && lasting.has(error.code) ? error.message : null
}

/** Moves every kept site to its opened service, or stores why it cannot. A failure does not affect other sites. */
export async function placeTrials(ctx: JobContext): Promise<void> {
  for (const ready of await findReady(ctx)) {
    try {
      await place(ctx, ready)
    } catch (error) {
      const problem = problemOf(error)
      const message = error instanceof Error ? error.message : 'unknown failure'
      ctx.log.warn('temporary site not moved to its service', { service: ready.serviceId, message })
      if (problem === null) continue
      const expiresAt = after(ctx.now(), lifeMs)
      await ctx.store.tx((tx) => {
        const { trials } = tx.t
        return tx.update(trials).set({ problem, expiresAt }).where(eq(trials.id, ready.trial.id))
      })
    }
  }
}
