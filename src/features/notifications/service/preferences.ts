import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Source } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Preference, setPreferencesInput } from '../contract/contract.ts'
import {
  type Channels,
  channels,
  defaultChannels,
  factsOf,
  lockOf,
  type NoticeKind,
  noticeKindNames,
  withLocks,
} from '../contract/kinds.ts'

type Chosen = ReadonlyMap<string, Channels>

async function readChosen({ read, t }: Source, userId: string): Promise<Chosen> {
  const { notificationPreferences: p } = t
  const rows = await read.select().from(p).where(eq(p.userId, userId))
  return new Map(rows.map(({ kind, screen, mail, webhook }) => [kind, { screen, mail, webhook }]))
}

function present(kind: NoticeKind, chosen: Chosen): Preference {
  const { group, label } = factsOf(kind)
  const locked = {
    screen: lockOf(kind, 'screen'),
    mail: lockOf(kind, 'mail'),
    webhook: lockOf(kind, 'webhook'),
  }
  return { kind, group, label, ...withLocks(kind, chosen.get(kind) ?? defaultChannels(kind)), locked }
}

const presentAll = (chosen: Chosen) => noticeKindNames.map((kind) => present(kind, chosen))

/** The caller's channels for each kind. */
export async function readPreferences({ store, user }: CustomerContext): Promise<Preference[]> {
  return presentAll(await readChosen(store, user.id))
}

type ChannelChoices = z.output<typeof setPreferencesInput>['preferences']

/** @throws INVALID with the reason for a channel that cannot be switched off */
function assertAllowed(choices: ChannelChoices): void {
  for (const [index, choice] of choices.entries()) {
    for (const channel of channels) {
      const reason = choice[channel] === false ? lockOf(choice.kind, channel) : null
      if (reason === null) continue
      throw new DomainError('INVALID', reason, { fields: { [`preferences.${index}.${channel}`]: reason } })
    }
  }
}

/**
 * Sets the caller's channels for the named kinds; channels that are not named stay as they are.
 * @throws INVALID for a channel that cannot be switched off
 */
export async function setPreferences(
  ctx: CustomerContext,
  { preferences: choices }: z.output<typeof setPreferencesInput>,
): Promise<Answered<Preference[]>> {
  assertAllowed(choices)
  const { id: userId } = ctx.user
  return mutate(ctx, async (tx) => {
    const { notificationPreferences: p } = tx.t
    const chosen = new Map(await readChosen(tx, userId))
    for (const { kind, ...choice } of choices) {
      const changed = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))
      const next: Channels = { ...(chosen.get(kind) ?? defaultChannels(kind)), ...changed }
      chosen.set(kind, next)
      const set = { ...next, updatedAt: ctx.now() }
      await tx
        .insert(p)
        .values({ userId, kind, ...set })
        .onConflictDoUpdate({ target: [p.userId, p.kind], set })
    }
    await auditCaller(tx, ctx, {
      action: 'notifications.preferences',
      targetType: 'user',
      targetId: userId,
      userId,
      details: { kinds: choices.map(({ kind }) => kind) },
    })
    return presentAll(chosen)
  })
}
