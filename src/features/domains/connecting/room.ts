import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { lockActiveService } from '#features/services/service.ts'
import type { OwnerContext } from '#server/context.ts'
import { DomainError, limitReached } from '#shared/errors.ts'

type Room = { serviceId: string; limit: number; used: number }

/** How many domains the plan of a service allows, and how many it has. Locks the service. */
async function readRoom(tx: Tx, ctx: OwnerContext, id: string): Promise<Room> {
  const { domains } = tx.t
  const service = await lockActiveService(tx, ctx, id)
  const own = and(eq(domains.userId, ctx.user.id), eq(domains.serviceId, service.id))
  return { serviceId: service.id, limit: service.limits.domains, used: await tx.$count(domains, own) }
}

async function listActive(tx: Tx, { user }: OwnerContext): Promise<string[]> {
  const { userServices: s } = tx.t
  const rows = await tx
    .select({ id: s.id, busy: s.busy })
    .from(s)
    .where(and(eq(s.userId, user.id), eq(s.status, 'active')))
    .orderBy(asc(s.createdAt), asc(s.id))
  return rows.filter(({ busy }) => busy === null).map(({ id }) => id)
}

const fullTexts = ['Your plan has no domains.', 'Your plan has one domain, and it is used.']

const full = ({ limit, used }: { limit: number; used: number }): DomainError =>
  limitReached(fullTexts[limit] ?? `Your plan has ${limit} domains, and all are used.`, { limit, used })

/**
 * The service of a new domain: the named one, else the caller's oldest with a free place.
 * @throws LIMIT_REACHED with the limit and use of the plans, NOT_FOUND, WRONG_STATE, BUSY
 */
export async function findRoom(tx: Tx, ctx: OwnerContext, named: string | undefined): Promise<string> {
  const rooms: Room[] = []
  for (const id of named === undefined ? await listActive(tx, ctx) : [named]) {
    const room = await readRoom(tx, ctx, id)
    if (room.used < room.limit) return room.serviceId
    rooms.push(room)
  }
  if (rooms.length === 0) throw new DomainError('WRONG_STATE', 'None of your services is active.')
  const sum = (of: (room: Room) => number) => rooms.reduce((total, room) => total + of(room), 0)
  throw full({ limit: sum(({ limit }) => limit), used: sum(({ used }) => used) })
}
