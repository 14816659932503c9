import type { Readable } from 'node:stream'
import { auditCaller } from '#db/audit/audit.ts'
import { countAddressHit } from '#db/limits.ts'
import { makeFolder } from '#features/files/storage/folders.ts'
import type { Context } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, hour } from '#shared/time.ts'
import type { createdTrialOutput } from '../contract/contract.ts'
import { lifeMs } from '../contract/limits.ts'
import { trialFolder, trialIncoming, trialRoot } from './folders.ts'
import { createIntake, putSite, type Received } from './receive.ts'
import { assertOffered, presentTrial, type TrialRow, trialUrl } from './rows.ts'
import { hashToken, makeSecrets, setTrialCookie } from './token.ts'

/** Limit of concurrent sites, including kept ones: together they take at most 5 GB. */
export const maxTrials = 100
/** Uploads per address, including refused ones. */
const triesPerHour = 20
/** Sites per address. */
const sitesPerHour = 3
const sitesPerDay = 10

const busySeconds = 15 * 60

const full = () =>
  new DomainError('UNAVAILABLE', 'Too many temporary sites are online. Please try again later.', {
    retryAfterSeconds: busySeconds,
  })

const count = (ctx: Context, what: string, limit: number, windowMs: number): Promise<void> =>
  countAddressHit(ctx.store, { what, address: ctx.client.address, limit, windowMs, now: ctx.now() })

/** @throws UNAVAILABLE when the limit of sites is reached, or the gateway is down */
async function assertPlace(ctx: Context): Promise<void> {
  const { trials } = ctx.store.t
  if ((await ctx.store.read.$count(trials)) >= maxTrials) throw full()
  if (trialUrl(ctx, '') === null)
    throw new DomainError('UNAVAILABLE', 'Temporary sites cannot be shown at the moment.', {
      retryAfterSeconds: 30,
    })
}

async function insertTrial(ctx: Context, id: string, { files, bytes }: Received): Promise<TrialRow> {
  const { name, token } = makeSecrets()
  const now = ctx.now()
  const { address } = ctx.client
  const row = await ctx.store.tx(async (tx) => {
    const { trials } = tx.t
    if ((await tx.$count(trials)) >= maxTrials) throw full()
    const [made] = await tx
      .insert(trials)
      .values({
        ...{ id, name, files, bytes, address },
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: after(now, lifeMs),
      })
      .returning()
    if (!made) throw new Error('temporary site not stored')
    await auditCaller(tx, ctx, { action: 'trial.create', targetType: 'trial', targetId: id, note: name })
    return made
  })
  setTrialCookie(ctx, { name, token })
  return row
}

type Take = (name: string, bytes: Readable) => Promise<void>

/**
 * Creates a temporary site from the files that `read` provides, all or none; the browser gets its token.
 * @throws NOT_FOUND where temporary sites are not offered, TOO_MANY_REQUESTS, UNAVAILABLE at the limit of sites, INVALID for an
 * unusable site, DISK_FULL, and errors of `read`
 */
export async function createTrial(
  ctx: Context,
  read: (take: Take) => Promise<void>,
): Promise<Answer<typeof createdTrialOutput>> {
  assertOffered(ctx)
  await count(ctx, 'trial-try', triesPerHour, hour)
  await assertPlace(ctx)
  const { DATA_DIR } = ctx.env
  const id = Bun.randomUUIDv7()
  const place = { incoming: trialIncoming(DATA_DIR, id), root: trialRoot(DATA_DIR, id) }
  try {
    await makeFolder(place.incoming)
    const intake = createIntake(place.incoming)
    await read(intake.take)
    const site = await putSite(intake.arrived, place)
    await count(ctx, 'trial', sitesPerHour, hour)
    await count(ctx, 'trial-day', sitesPerDay, day)
    const row = await insertTrial(ctx, id, site)
    await removeAll(place.incoming)
    return { ...presentTrial(ctx, row), leftOut: site.leftOut }
  } catch (error) {
    await removeAll(trialFolder(DATA_DIR, id))
    throw error
  }
}
