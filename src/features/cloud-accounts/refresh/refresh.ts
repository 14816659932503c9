import type { Source, Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { hour, minute } from '#shared/time.ts'
import { isAccount, openAccount, type ProviderRow } from '../accounts/account.ts'
import { nextAfterFailure, nextAfterSuccess } from '../accounts/schedule.ts'
import { type CloudSnapshot, ProviderRefused, ProviderUnavailable } from '../drivers/driver.ts'
import { driverOf } from '../drivers/registry.ts'
import { raiseRevision } from '../revision.ts'
import { longestRefreshMs } from './due.ts'

/** The stored resources of an account. */
export type StoredResources = {
  differFrom(snapshot: CloudSnapshot, now: Date): boolean
  /** Whether an action, a start or a stop is in progress, by the provider's lists or by the stored rows. */
  areUnderWay(snapshot: CloudSnapshot): boolean
  /** Replaces them with those of the provider. Part of the caller's transaction, which has raised the revision. */
  write(tx: Tx, snapshot: CloudSnapshot, now: Date): Promise<void>
}
type ReadStored = (source: Source, provider: ProviderRow) => Promise<StoredResources>

/** The limit of resources of one account; beyond it nothing is stored. */
const maxResources = 5_000
// Retrying soon does not help with refused keys; the customer must rotate them.
const refusedWaitMs = 10 * minute
const wrongKeyMessage =
  'The stored keys cannot be decrypted with the key of this installation. Enter them again.'

const sizeOf = ({ notes: _, ...lists }: CloudSnapshot): number => Object.values(lists).flat().length

/** @throws ProviderRefused, ProviderUnavailable */
async function readProvider(
  ctx: JobContext,
  provider: ProviderRow,
  signal: AbortSignal,
): Promise<CloudSnapshot> {
  const driver = driverOf(ctx.clouds, provider.name)
  const account = openStored(ctx, provider)
  if (!driver || !account) throw new ProviderRefused(wrongKeyMessage, 'credentials')
  const limits = AbortSignal.any([signal, AbortSignal.timeout(longestRefreshMs)])
  const snapshot = await driver.list(account, limits)
  if (sizeOf(snapshot) <= maxResources) return snapshot
  throw new ProviderRefused(`This account has more than ${maxResources} resources.`, 'request')
}

function openStored(ctx: JobContext, provider: ProviderRow) {
  try {
    return openAccount(ctx.secrets, provider)
  } catch {
    return null
  }
}

/** The current account, locked; null when removed, switched off, or has other keys than it was read with. */
async function lockUnchanged(tx: Tx, ctx: JobContext, read: ProviderRow): Promise<ProviderRow | null> {
  const { cloudProviders } = tx.t
  const [locked] = await ctx.store.lock(tx.select().from(cloudProviders).where(isAccount(tx.t, read)))
  const isSame =
    locked?.isActive && locked.secretAccessKey === read.secretAccessKey && locked.region === read.region
  return isSame ? locked : null
}

const release = (tx: Tx, ctx: JobContext, read: ProviderRow, values: Partial<ProviderRow>) =>
  tx
    .update(tx.t.cloudProviders)
    .set({ refreshingUntil: null, ...values })
    .where(isAccount(ctx.store.t, read))

/** Raises the revision of the owner's cloud and locks it until the transaction ends; their open screens reload it. */
async function publishRefresh(
  tx: Tx,
  ctx: JobContext,
  { userId, id }: ProviderRow,
  now: Date,
): Promise<void> {
  await raiseRevision(tx, { userId, now })
  publish(tx, ctx, { userId, kind: 'cloud', id, status: 'refreshed' })
}

/** Stores the lists, and publishes if open screens would show a difference. */
async function store(
  ctx: JobContext,
  read: ProviderRow,
  snapshot: CloudSnapshot,
  readStored: ReadStored,
): Promise<void> {
  const now = ctx.now()
  const validationMessage = snapshot.notes.join(' ') || null
  // Nearly every refresh finds no difference, and then takes no lock.
  const before = await readStored(ctx.store, read)
  const isNews =
    before.differFrom(snapshot, now) ||
    read.validationMessage !== validationMessage ||
    read.validatedAt === null
  await ctx.store.tx(async (tx) => {
    if (isNews) await publishRefresh(tx, ctx, read, now)
    const locked = await lockUnchanged(tx, ctx, read)
    if (!locked) {
      await release(tx, ctx, read, {})
      return
    }
    const stored = await readStored(tx, locked)
    if (isNews) await stored.write(tx, snapshot, now)
    await release(tx, ctx, locked, {
      validatedAt: locked.validatedAt ?? now,
      validationMessage,
      refreshedAt: now,
      refreshFailures: 0,
      nextRefreshAt: nextAfterSuccess(locked, stored.areUnderWay(snapshot), now),
    })
  })
}

/** Stores the reason of the failure, published when it is new; stored resources stay. */
async function storeFailure(
  ctx: JobContext,
  read: ProviderRow,
  error: ProviderRefused | ProviderUnavailable,
): Promise<void> {
  const now = ctx.now()
  const isRefused = error instanceof ProviderRefused
  const isWrongKey = isRefused && error.reason === 'credentials'
  const isNews = read.validationMessage !== error.message || (isWrongKey && read.validatedAt !== null)
  await ctx.store.tx(async (tx) => {
    if (isNews) await publishRefresh(tx, ctx, read, now)
    const locked = await lockUnchanged(tx, ctx, read)
    if (!locked) {
      await release(tx, ctx, read, {})
      return
    }
    const failures = locked.refreshFailures + 1
    const wait = isRefused ? refusedWaitMs : Math.min(error.retryAfterMs ?? 0, hour)
    await release(tx, ctx, locked, {
      validationMessage: error.message,
      validatedAt: isWrongKey ? null : locked.validatedAt,
      refreshFailures: failures,
      nextRefreshAt: nextAfterFailure(failures, wait, now),
    })
  })
}

type Refreshing = { readStored: ReadStored; stopping: AbortSignal }

/**
 * Refreshes one account that the caller has leased, and publishes any change to its owner's open screens. Stores a
 * provider's failure instead of throwing it; when `stopping` aborted the refresh, the account stays due.
 */
export async function refreshProvider(
  ctx: JobContext,
  provider: ProviderRow,
  { readStored, stopping }: Refreshing,
): Promise<void> {
  await readProvider(ctx, provider, stopping).then(
    (snapshot) => store(ctx, provider, snapshot, readStored),
    async (error: unknown) => {
      if (stopping.aborted) await ctx.store.tx((tx) => release(tx, ctx, provider, {}))
      else if (error instanceof ProviderRefused || error instanceof ProviderUnavailable)
        await storeFailure(ctx, provider, error)
      else throw error
    },
  )
}
