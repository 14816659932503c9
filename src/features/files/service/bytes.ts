import { join } from 'node:path'
import { and, eq, ne } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { lookAt } from '#server/disk.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ConflictChoice, fileOutput } from '../contract.ts'
import {
  assertPlain,
  makeFolderWithin,
  publicPath,
  serviceFolder,
  temporaryPath,
} from '../storage/folders.ts'
import type { Staged } from '../storage/staging.ts'
import { readListed, type Step } from './changes.ts'
import { changeFiles } from './journal.ts'
import { planPut } from './plan-put.ts'
import { presentFile } from './rows.ts'

type FileAnswer = Answer<typeof fileOutput>

/** Every folder that a step leads through is a plain one. @throws CONFLICT otherwise, UNAVAILABLE without the service's own */
export async function assertPlainWays(root: string, steps: Step[]): Promise<void> {
  await makeFolderWithin(join(root, publicPath('')))
  for (const { from, to } of steps) {
    const way = from === null ? to : join(to, '..')
    await assertPlain(root, way)
    const target = from === null ? null : await lookAt(join(root, to))
    if (target?.isDirectory()) throw new DomainError('CONFLICT', 'A folder with this name is in the way.')
  }
}

const rooms = (ctx: CustomerContext, serviceId?: string) => {
  const { userServices, pricingPlans } = ctx.store.t
  const { userId, id, status } = userServices
  return ctx.store.read
    .select({ status, used: userServices.diskBytes, limits: pricingPlans.limits })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(and(eq(userId, ctx.user.id), ne(status, 'terminated'), serviceId ? eq(id, serviceId) : undefined))
}

/**
 * How many bytes the caller may still store in a service.
 * @throws NOT_FOUND when it is missing or somebody else's, WRONG_STATE unless it is active
 */
export async function roomLeft(ctx: CustomerContext, serviceId: string): Promise<number> {
  const [room] = await rooms(ctx, serviceId)
  if (!room) throw notFound('This service')
  if (room.status !== 'active') throw new DomainError('WRONG_STATE', 'This service is not active.')
  return Math.max(0, room.limits.diskBytes - room.used)
}

/** The most that any of the caller's active services still takes. @throws NO_ACTIVE_SERVICE when there is none */
export async function mostRoom(ctx: CustomerContext): Promise<number> {
  const active = (await rooms(ctx)).filter(({ status }) => status === 'active')
  if (active.length === 0) throw new DomainError('NO_ACTIVE_SERVICE', 'This needs an active service.')
  return Math.max(0, ...active.map(({ used, limits }) => limits.diskBytes - used))
}

export type StagedFile = Staged & { id: string; name: string }

type KeepInput = {
  serviceId: string
  path: string
  conflict?: ConflictChoice | undefined
  files: StagedFile[]
}

/**
 * Staged bytes become files of a service; all of them or none. They must lie in the service's `tmp`, under their id.
 * @throws NOT_FOUND, WRONG_STATE, BUSY of the service; CONFLICT, TOO_LARGE (quota), DISK_FULL
 */
export function keepStaged(ctx: CustomerContext, input: KeepInput): Promise<FileAnswer[]> {
  const { serviceId, path, conflict } = input
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  const files = input.files.map(({ id, name, size, sha256 }) => ({
    id,
    from: temporaryPath(id),
    name,
    size,
    sha256,
  }))
  return changeFiles(ctx, {
    serviceId,
    plan: (tx, service) => planPut(tx, service, { path, conflict, files }),
    check: (steps) => assertPlainWays(root, steps),
    finish: async (tx, ids) => {
      const kept = ids.slice(-files.length)
      return (await readListed(tx, { userId: ctx.user.id, serviceId }, kept)).map(presentFile)
    },
  })
}

/** Bytes that are there already, as a stream of one chunk. */
export async function* once(bytes: Uint8Array) {
  yield bytes
}
