import { and, desc, eq, inArray, like, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { olderThan, toPage } from '#db/lists/paging.ts'
import { contains, type Match, searchList } from '#db/lists/search.ts'
import type { Source, Store } from '#db/types.ts'
import { matchUsers } from '#features/auth/service/users/match-users.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { readUuid } from '#shared/uuid.ts'
import { type AuditKind, auditKinds, type auditOutput, type listAuditInput } from '../contract.ts'
import { findNamed, namedTypes, readNames, readPeople } from './audit-targets.ts'

type Row = Store['t']['auditLog']['$inferSelect']
type Input = z.output<typeof listAuditInput>

const isPerson = (type: string): boolean => type === 'user' || type === 'account'

/** The name in other lists, as one text. */
const nameOf = ({ users }: Store['t']): SQL =>
  sql`(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`

const matchId = (range: SQL | undefined): Match[] => (range ? [{ range, test: range }] : [])

/** Entries about a target or a person, and the entry with this id; each by an index. */
function matchThis({ auditLog }: Store['t'], id: string): Match[] {
  const isAbout = and(
    inArray(auditLog.targetType, [...namedTypes, 'user', 'account']),
    eq(auditLog.targetId, id),
  )
  return [eq(auditLog.id, id), eq(auditLog.userId, id), isAbout].flatMap(matchId)
}

/** Actor or subject, action or note, and the target's name. */
async function matchWords({ store }: CustomerContext, q: string): Promise<SQL | undefined> {
  const { auditLog, users } = store.t
  const isWho = or(contains(nameOf(store.t), q), ...matchUsers(users, q).map(({ test }) => test))
  const named = await findNamed(store, q)
  return or(
    ...[auditLog.actorId, auditLog.userId].map(
      (id) => sql`(select ${isWho} from ${users} where ${users.id} = ${id})`,
    ),
    // Former users are known by address alone.
    contains(sql`coalesce(${auditLog.actor}, 'portal')`, q),
    contains(sql`${auditLog.action}`, q.replaceAll(' ', '.')),
    contains(sql`coalesce(${auditLog.note}, '')`, q),
    ...named.map(({ type, ids }) => and(eq(auditLog.targetType, type), inArray(auditLog.targetId, ids))),
  )
}

function isOfKind({ auditLog }: Store['t'], kind: AuditKind): SQL | undefined {
  const begins = (parts: readonly string[]) => or(...parts.map((part) => like(auditLog.action, `${part}.%`)))
  const known = begins(Object.values(auditKinds).flat())
  return kind === 'portal' ? known && not(known) : begins(auditKinds[kind])
}

// These have no index: `true` exceeds every bound, so the list is scanned in order, in batches.
const scanned = (test: SQL): Match[] => [{ range: sql`true`, test }]
const scanBounds = { near: 2_000, most: 0, mostElsewhere: 0, far: 20_000 }

const selectAudit = ({ read, t: { auditLog } }: Source, input: Input, which?: SQL) =>
  read
    .select()
    .from(auditLog)
    .where(and(which, olderThan({ at: auditLog.at, id: auditLog.id }, input.cursor)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(input.limit + 1)

async function findEntries(ctx: CustomerContext, input: Input) {
  const { store } = ctx
  const { q, kind, cursor, limit } = input
  const { auditLog } = store.t
  const list = {
    table: auditLog,
    at: auditLog.at,
    select: (read: Source['read'], which: SQL) => selectAudit({ read, t: store.t }, input, which),
  }
  const id = readUuid(q)
  if (id) {
    const filter = kind && isOfKind(store.t, kind)
    return searchList<Row>(store, { ...list, filter, matches: matchThis(store.t, id) }, { cursor, limit })
  }
  const test = and(kind && isOfKind(store.t, kind), q ? await matchWords(ctx, q) : undefined)
  if (!test) return selectAudit(store, input)
  return searchList<Row>(store, { ...list, matches: scanned(test) }, { cursor, limit, bounds: scanBounds })
}

/** Audit entries, newest first: all, of one kind, or those whose name, address, action or id matches the search. */
export async function listAudit(ctx: CustomerContext, input: Input) {
  const page = toPage(await findEntries(ctx, input), {
    limit: input.limit,
    key: (row: Row) => ({ at: row.at, id: row.id }),
    present: (row) => row,
  })
  return { ...page, items: await presentEntries(ctx.store, page.items) }
}

/** Entries with their actors, subjects, and target names. */
async function presentEntries(source: Source, rows: readonly Row[]): Promise<Answer<typeof auditOutput>[]> {
  const names = await readNames(
    source,
    rows.map(({ targetType: type, targetId: id, userId }) => ({ type, id, userId })),
  )
  const people = await readPeople(
    source,
    rows.flatMap(({ actorId, userId, targetId, targetType }) => [
      actorId,
      userId,
      isPerson(targetType) ? targetId : null,
    ]),
  )
  const shownName = (id: string | null): string | null => {
    const person = people.get(id ?? '')
    return person ? [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email : null
  }
  return rows.map((row) => {
    const by = people.get(row.actorId ?? '') ?? null
    const concerned =
      people.get(row.userId ?? '') ?? (isPerson(row.targetType) ? people.get(row.targetId ?? '') : null)
    return {
      id: row.id,
      at: row.at,
      actor: row.actor ?? 'portal',
      action: row.action,
      targetType: row.targetType,
      targetId: row.targetId,
      by,
      about: {
        type: row.targetType,
        id: row.targetId,
        name: isPerson(row.targetType) ? shownName(row.targetId) : (names.get(row.targetId ?? '') ?? null),
      },
      customer: concerned && !(concerned.isAdmin && concerned.id === row.targetId) ? concerned : null,
      note: row.note,
      requestId: row.requestId,
    }
  })
}
