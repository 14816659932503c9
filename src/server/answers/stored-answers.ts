import { createHash } from 'node:crypto'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { Duplicate } from '#db/errors.ts'
import type { Tx } from '#db/types.ts'
import { DomainError, type ErrorCode } from '#shared/errors.ts'
import { after, day } from '#shared/time.ts'
import type { CustomerContext } from '../context.ts'
import { refuse } from '../http/errors.ts'
import type { Meta } from '../trpc/procedure-meta.ts'
import type { Answered, AnswerIn } from './answer-in.ts'

const keepFor = day
/** The most keys stored for one user; together with `maxAnswerLength` this limits their size to 4 MiB. */
export const maxKeys = 500
/** The longest answer that is stored in full, in characters of JSON. */
const maxAnswerLength = 8 * 1_024
// Deletes this many of the oldest together, so that a user at the limit does not cause a sweep on every call.
const keysPerSweep = 50

/** One call of a mutation under an Idempotency-Key. */
export type Call = {
  ctx: CustomerContext
  key: string
  /** The name of the procedure. */
  procedure: string
  /** The status of a success unless the service sets another. */
  status: number
  getRawInput: () => Promise<unknown>
  /** Reads the current answer by the id it contained. */
  readAgain?: Meta['readAgain']
}

/** The outcome of a procedure. */
export type Outcome = { ok: boolean; data?: unknown; error?: unknown }
type Answer = { status: number; body: unknown }
/** A stored answer. */
export type StoredAnswer = { status: number; text: string; bodyHash: string }
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const place = (call: Call) => `idempotency_keys:answer:${call.ctx.user.id}:${call.key}`

/** Finds the answer stored under the key of a call; deletes an expired one. */
export async function findAnswer(call: Call): Promise<StoredAnswer | null> {
  const { store, secrets, user, now } = call.ctx
  const keys = store.t.idempotencyKeys
  const own = and(eq(keys.userId, user.id), eq(keys.key, call.key))
  const [row] = await store.read.select().from(keys).where(own)
  if (!row?.answer || row.status === null) return null
  if (row.expiresAt <= now()) {
    await store.tx((tx) => tx.delete(keys).where(and(own, lte(keys.expiresAt, now()))))
    return null
  }
  return { status: row.status, text: secrets.open(row.answer, place(call)), bodyHash: row.bodyHash }
}

// No JSON text begins with either mark.
const referenceMark = '@'
const digestMark = '#'

/** The stored form of an answer: the answer itself, or for a long one a mark followed by its id or hash. */
function shorten({ readAgain }: Call, text: string, body: unknown): string {
  if (text.length <= maxAnswerLength) return text
  const id = body !== null && typeof body === 'object' && 'id' in body ? body.id : undefined
  return readAgain && typeof id === 'string' ? `${referenceMark}${id}` : `${digestMark}${sha256(text)}`
}

/**
 * Restores an answer from its stored form; reads it again if it was too long to store.
 * @throws CONFLICT with the answer's hash if it cannot be read again, NOT_FOUND when the object no longer exists
 */
export async function restoreAnswer(
  { ctx, readAgain }: Call,
  { text, status }: StoredAnswer,
): Promise<unknown> {
  const rest = text.slice(1)
  if (readAgain && text.startsWith(referenceMark)) return readAgain(ctx, rest)
  if (!text.startsWith(digestMark)) return JSON.parse(text)
  const message = 'This request was already carried out; its answer was too long to store.'
  throw new DomainError('CONFLICT', message, { details: { answerStatus: status, answerSha256: rest } })
}

/** Makes room for one more key: at the limit the user's oldest keys are deleted. */
async function makeRoom(tx: Tx, userId: string): Promise<void> {
  const keys = tx.t.idempotencyKeys
  const own = eq(keys.userId, userId)
  const surplus = (await tx.$count(keys, own)) - maxKeys + 1
  if (surplus <= 0) return
  const oldest = tx
    .select({ key: keys.key })
    .from(keys)
    .where(own)
    .orderBy(keys.createdAt, keys.key)
    .limit(surplus + keysPerSweep)
  await tx.delete(keys).where(and(own, inArray(keys.key, oldest)))
}

/** After these refusals the caller repeats the call: signed in, verified, or after a wait. */
const notKept = (status: number, code: ErrorCode) =>
  status === 401 || code === 'SUDO_REQUIRED' || status === 429 || status >= 500

/** The answer of a call as it is stored; `null` when it is not stored. */
function asAnswer({ ctx, status }: Call, result: Outcome): Answer | null {
  if (result.ok) return { status: ctx.reply.status ?? status, body: result.data }
  const refusal = refuse(result.error, ctx.requestId)
  return notKept(refusal.status, refusal.body.code) ? null : { status: refusal.status, body: refusal.body }
}

const textOf = ({ status, body }: Answer) => `${status} ${JSON.stringify(body ?? null)}`

/** Stores what the handler of a call declares, and at the end anything still missing. */
export function storeAnswers(call: Call, bodyHash: string) {
  const { ctx } = call
  const seals: string[] = []
  let said: string | null = null

  /** An earlier answer of this call may have been rolled back with its transaction: only the row shows that. */
  const replace = async (tx: Tx, { status, answer }: { status: number; answer: string }) => {
    const keys = tx.t.idempotencyKeys
    const earlier = and(eq(keys.userId, ctx.user.id), eq(keys.key, call.key), inArray(keys.answer, seals))
    const rows = await tx.update(keys).set({ status, answer }).where(earlier).returning({ key: keys.key })
    return rows.length > 0
  }
  const insert = async (tx: Tx, { status, answer }: { status: number; answer: string }) => {
    const [now, userId] = [ctx.now(), ctx.user.id]
    await makeRoom(tx, userId)
    const row = { userId, key: call.key, bodyHash, status, answer, createdAt: now }
    await tx.insert(tx.t.idempotencyKeys).values({ ...row, expiresAt: after(now, keepFor) })
  }
  const store = async (tx: Tx, { status, body }: Answer) => {
    const answer = ctx.secrets.seal(shorten(call, JSON.stringify(body ?? null), body), place(call))
    if (seals.length === 0 || !(await replace(tx, { status, answer }))) await insert(tx, { status, answer })
    seals.push(answer)
    said = textOf({ status, body })
  }

  const answerIn: AnswerIn = async <T>(tx: Tx, body: T) => {
    await store(tx, { status: ctx.reply.status ?? call.status, body })
    return body as Answered<T>
  }
  /** Whether the outcome is stored or does not have to be; false when a duplicate has already stored its own. */
  const settle = async (result: Outcome): Promise<boolean> => {
    const answer = asAnswer(call, result)
    if (!answer || said === textOf(answer)) return true
    // The work is done: a replay must not repeat it, even if the handler declared no answer.
    if (result.ok) ctx.log.error('an answer was not declared in a transaction', { procedure: call.procedure })
    try {
      await ctx.store.tx((tx) => store(tx, answer))
      return true
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      return false
    }
  }
  return { answerIn, settle }
}
