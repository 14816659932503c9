import { and, desc, eq } from 'drizzle-orm'
import { countHit } from '#db/limits.ts'
import type { Source, Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, limitReached, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import { openAccount, type ProviderRow, sealKeys } from '../accounts/account.ts'
import { type ProviderName, providerNames } from '../contract/provider-facts.ts'
import {
  badRegion,
  type ConnectProvider,
  isRegionOf,
  maxProviders,
  type providerOutput,
  type UpdateProvider,
} from '../contract/providers.ts'
import type { CloudAccount } from '../drivers/driver.ts'
import { raiseRevision } from '../revision.ts'
import { auditCloud } from './audit-cloud.ts'
import { presentProvider } from './present-provider.ts'
import { type Verdict, validateKeys } from './validate-keys.ts'

type Provider = Answer<typeof providerOutput>

// Every validation calls an external API, with keys that a stranger may be guessing.
const validationsAnHour = 60

const countValidation = (ctx: CustomerContext): Promise<void> =>
  countHit(ctx.store, {
    key: `cloud-validate:${ctx.user.id}`,
    limit: validationsAnHour,
    windowMs: hour,
    now: ctx.now(),
  })

function assertOneMore(used: number): void {
  if (used >= maxProviders)
    throw limitReached(`At most ${maxProviders} cloud accounts. Remove one first.`, {
      limit: maxProviders,
      used,
    })
}

const isOwn = ({ store, user }: CustomerContext, id?: string) => {
  const { cloudProviders } = store.t
  return and(eq(cloudProviders.userId, user.id), id === undefined ? undefined : eq(cloudProviders.id, id))
}

const select = ({ read, t }: Source, ctx: CustomerContext, id: string) =>
  read.select().from(t.cloudProviders).where(isOwn(ctx, id))

/** One of the caller's accounts. @throws NOT_FOUND when it is missing or another user's */
const findProvider = async (ctx: CustomerContext, id: string): Promise<ProviderRow> =>
  only(await select(ctx.store, ctx, id), 'This cloud account')

/** The same, locked until the transaction ends. */
const lockProvider = async (tx: Tx, ctx: CustomerContext, id: string): Promise<ProviderRow> =>
  only(await ctx.store.lock(select(tx, ctx, id)), 'This cloud account')

/** The caller's connected accounts, newest first. */
export async function listProviders(ctx: CustomerContext): Promise<Provider[]> {
  const { cloudProviders } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(cloudProviders)
    .where(isOwn(ctx))
    .orderBy(desc(cloudProviders.createdAt), desc(cloudProviders.id))
  return rows.map((row) => presentProvider(ctx.secrets, row))
}

const keysOf = (given: { accessKeyId: string | undefined; secretAccessKey: string | undefined }) => ({
  accessKeyId: given.accessKeyId ?? '',
  secretAccessKey: given.secretAccessKey ?? '',
})

/**
 * Connects an account: its provider accepted the keys, or was unreachable, which the row says. Its resources are read in
 * the background.
 * @throws INVALID when the provider refuses the keys; nothing is stored then; LIMIT_REACHED, TOO_MANY_REQUESTS
 */
export async function connectProvider(
  ctx: CustomerContext,
  input: ConnectProvider,
): Promise<Answered<Provider>> {
  const { cloudProviders } = ctx.store.t
  const { name, displayName, projectId, region } = input
  assertOneMore(await ctx.store.read.$count(cloudProviders, isOwn(ctx)))
  await countValidation(ctx)
  const keys = keysOf(input)
  const verdict = await validateKeys(ctx, name, { ...keys, projectId, region })
  const place = { id: Bun.randomUUIDv7(), userId: ctx.user.id }
  const hasKeys = keys.accessKeyId !== '' || keys.secretAccessKey !== ''
  const sealed = hasKeys ? sealKeys(ctx.secrets, place, keys) : {}
  const now = ctx.now()
  return mutate(ctx, async (tx) => {
    // Locks the caller's cloud, so that no concurrent request can add a twenty-first account.
    await raiseRevision(tx, { userId: ctx.user.id, now })
    assertOneMore(await tx.$count(cloudProviders, isOwn(ctx)))
    const values = { ...place, name, displayName, projectId, region, ...sealed, ...verdict }
    const [row] = await tx
      .insert(cloudProviders)
      .values({ ...values, viewedAt: now, createdAt: now, updatedAt: now })
      .returning()
    if (!row) throw new Error('the provider was not stored')
    publishAccount(tx, ctx, row.id, 'connected')
    await audit(tx, ctx, 'cloud.provider.connect', row)
    return presentProvider(ctx.secrets, row)
  })
}

const audit = (tx: Tx, ctx: CustomerContext, action: `cloud.${string}`, row: ProviderRow): Promise<string> =>
  auditCloud(tx, ctx, {
    action,
    targetType: 'cloud_provider',
    targetId: row.id,
    note: `${row.name}, ${row.region}${row.validatedAt ? '' : ', not validated'}`,
  })

const publishAccount = (tx: Tx, ctx: CustomerContext, id: string, status: string): void =>
  publish(tx, ctx, { userId: ctx.user.id, kind: 'cloud', id, status })

/** The credentials after the change; null when they stay the same. */
function changedAccount(ctx: CustomerContext, row: ProviderRow, input: UpdateProvider): CloudAccount | null {
  const before = openAccount(ctx.secrets, row)
  const after = {
    accessKeyId: input.accessKeyId ?? before?.accessKeyId ?? '',
    secretAccessKey: input.secretAccessKey ?? before?.secretAccessKey ?? '',
    projectId: input.projectId === undefined ? row.projectId : input.projectId,
    region: input.region ?? row.region,
  }
  const isSame =
    after.accessKeyId === (before?.accessKeyId ?? '') &&
    after.secretAccessKey === (before?.secretAccessKey ?? '') &&
    after.region === row.region
  return isSame ? null : after
}

const nameOf = (row: ProviderRow): ProviderName => {
  const name = providerNames.find((each) => each === row.name)
  if (!name) throw new Error(`a provider of an unknown name: ${row.id}`)
  return name
}

/** The time of the next refresh after the account was switched on or off. */
function nextRefresh(ctx: CustomerContext, row: ProviderRow, verdict: Verdict | null, isActive: boolean) {
  if (!isActive) return null
  if (verdict) return verdict.nextRefreshAt
  const isRemote = ctx.clouds[nameOf(row)].mode === 'remote'
  return row.nextRefreshAt ?? (isRemote ? ctx.now() : null)
}

/**
 * Changes the name, region or keys of the account, or switches it on or off; absent fields stay. New keys replace the old
 * ones when the provider accepts them or is unreachable, which the row says.
 * @throws NOT_FOUND, INVALID when the provider refuses the keys (the old ones stay), CONFLICT when another request changed
 *   the account meanwhile
 */
export async function updateProvider(
  ctx: CustomerContext,
  input: UpdateProvider,
): Promise<Answered<Provider>> {
  const { cloudProviders } = ctx.store.t
  const before = await findProvider(ctx, input.id)
  if (input.region !== undefined && !isRegionOf(nameOf(before), input.region))
    throw invalid('region', badRegion)
  const account = changedAccount(ctx, before, input)
  if (account) await countValidation(ctx)
  const verdict = account && (await validateKeys(ctx, nameOf(before), account))
  const now = ctx.now()
  const isActive = input.isActive ?? before.isActive
  return mutate(ctx, async (tx) => {
    await raiseRevision(tx, { userId: ctx.user.id, now })
    const locked = await lockProvider(tx, ctx, before.id)
    if (locked.secretAccessKey !== before.secretAccessKey || locked.region !== before.region)
      throw new DomainError('CONFLICT', 'This cloud account was changed in the meantime. Try again.')
    const [row] = await tx
      .update(cloudProviders)
      .set({
        displayName: input.displayName ?? locked.displayName,
        projectId: input.projectId === undefined ? locked.projectId : input.projectId,
        isActive,
        ...(account ? { region: account.region, ...sealKeys(ctx.secrets, locked, account) } : {}),
        ...verdict,
        nextRefreshAt: nextRefresh(ctx, locked, verdict, isActive),
        updatedAt: now,
      })
      .where(isOwn(ctx, locked.id))
      .returning()
    if (!row) throw new Error('the provider was not stored')
    publishAccount(tx, ctx, row.id, 'changed')
    await audit(tx, ctx, account ? 'cloud.provider.rotate' : 'cloud.provider.update', row)
    return presentProvider(ctx.secrets, row)
  })
}

/** Disconnects the account: removes its keys and all its resources from the portal. @throws NOT_FOUND */
export const removeProvider = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    await raiseRevision(tx, { userId: ctx.user.id, now: ctx.now() })
    const rows = await tx.delete(tx.t.cloudProviders).where(isOwn(ctx, id)).returning()
    const gone = only(rows, 'This cloud account')
    publishAccount(tx, ctx, id, 'removed')
    await audit(tx, ctx, 'cloud.provider.remove', gone)
    return { ok: true as const }
  })
