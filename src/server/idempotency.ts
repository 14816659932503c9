import { createHash } from 'node:crypto'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { Duplicate, type Store, type Tx } from '#db/store.ts'
import { DomainError, type ErrorBody } from '#shared/errors.ts'
import { after, day } from '#shared/time.ts'
import type { CustomerContext } from './context.ts'
import { refuse } from './http/errors.ts'
import type { Meta } from './trpc.ts'

const keptFor = day
const maxKeyLength = 255
/** Keys of one user that are kept at the same time; with the length of an answer it bounds what they take, at 4 MiB. */
export const maxKeys = 500
/** Longest answer that is kept as it is, in characters of JSON. */
export const maxAnswerLength = 8 * 1_024
// The oldest go by so many at once, so that a user at the limit is not swept at every call.
const keysPerSweep = 50

type Answer = { status: number; body: unknown }
type Kept = { status: number; text: string; bodyHash: string }
type Result<R> = R | { ok: true; data: unknown; marker: typeof middlewareMarker }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The key under which an answer is kept: path and header together, hashed; the user is beside it in the row.
 * @throws INVALID when the header is longer than 255 characters.
 */
export function readIdempotencyKey(header: string | null, path: string): string | null {
  if (!header) return null
  if (header.length > maxKeyLength) throw new DomainError('INVALID', 'The Idempotency-Key is too long.')
  return sha256(`${path}\n${header}`)
}

type Call = {
  ctx: CustomerContext
  key: string
  /** Status of a success unless the service says otherwise. */
  status: number
  getRawInput: () => Promise<unknown>
  /** The answer as it is now, by the id it carried. */
  readAgain?: Meta['readAgain']
}

// Twins on this node are refused at once; across nodes the primary key of the table decides.
const inFlight = new Set<string>()

/**
 * Carries out a mutation once per user, path and key (docs/product.md, "Idempotency"): a replay gets the kept status
 * and answer, which is written in the transaction of the change.
 * @throws INVALID when the key was used with another body, CONFLICT while a twin is under way.
 */
export async function answerOnce<R extends { ok: boolean }>(
  call: Call,
  run: (ctx: CustomerContext) => Promise<R>,
): Promise<Result<R>> {
  const mark = `${call.ctx.user.id}:${call.key}`
  const bodyHash = sha256(JSON.stringify((await call.getRawInput()) ?? null))
  if (inFlight.has(mark)) throw new DomainError('CONFLICT', 'The same request is still being carried out.')
  inFlight.add(mark)
  try {
    const kept = await findAnswer(call)
    if (kept) return replay(call, kept, bodyHash)
    return await carryOut(call, bodyHash, run)
  } finally {
    inFlight.delete(mark)
  }
}

async function carryOut<R extends { ok: boolean }>(
  call: Call,
  bodyHash: string,
  run: (ctx: CustomerContext) => Promise<R>,
): Promise<Result<R>> {
  const keeper = keepAnswers(call, bodyHash)
  const result = await run({ ...call.ctx, store: keeper.store })
  try {
    await keeper.settle(result)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
  if (keeper.lostRace(result)) {
    const kept = await findAnswer(call)
    if (kept) return replay(call, kept, bodyHash)
  }
  return result
}

const place = (call: Call) => `idempotency_keys:answer:${call.ctx.user.id}:${call.key}`

async function findAnswer(call: Call): Promise<Kept | null> {
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

// Neither mark begins a JSON text.
const referenceMark = '@'
const digestMark = '#'

/** The text that is kept of an answer: the answer itself, or when it is long its id or hash behind a mark. */
function shorten({ readAgain }: Call, text: string, body: unknown): string {
  if (text.length <= maxAnswerLength) return text
  const id = body !== null && typeof body === 'object' && 'id' in body ? body.id : undefined
  return readAgain && typeof id === 'string' ? `${referenceMark}${id}` : `${digestMark}${sha256(text)}`
}

/**
 * The answer behind a kept text, read again where it was too long to keep.
 * @throws CONFLICT with the answer's hash where it cannot be read again, NOT_FOUND when the thing is gone
 */
async function restoreAnswer({ ctx, readAgain }: Call, { text, status }: Kept): Promise<unknown> {
  const rest = text.slice(1)
  if (readAgain && text.startsWith(referenceMark)) return readAgain(ctx, rest)
  if (!text.startsWith(digestMark)) return JSON.parse(text)
  const message = 'This request was carried out already; its answer was too long to be kept.'
  throw new DomainError('CONFLICT', message, { details: { answerStatus: status, answerSha256: rest } })
}

async function replay(call: Call, kept: Kept, bodyHash: string) {
  if (kept.bodyHash !== bodyHash) {
    throw new DomainError('INVALID', 'This Idempotency-Key was used with another body.')
  }
  call.ctx.reply.headers.set('idempotent-replay', 'true')
  const body = await restoreAnswer(call, kept)
  if (kept.status >= 400) {
    const { message, code, fields, requestId: _, ...details } = body as ErrorBody
    throw new DomainError(code, message, { ...(fields ? { fields } : {}), details })
  }
  call.ctx.reply.status = kept.status
  return { ok: true as const, data: body, marker: middlewareMarker }
}

/** Makes room for one key more of a user: at the limit the oldest ones go. */
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

/**
 * A store whose transactions also write the answer they return, so that neither can exist without the other. One that
 * returns nothing, such as the count of a limit, is no answer: a refusal after it must not be replayed as a success.
 */
function keepAnswers(call: Call, bodyHash: string) {
  const { ctx } = call
  let saved: string | null = null
  let raced = false
  const keep = async (tx: Tx, { status, body }: Answer) => {
    const text = JSON.stringify(body ?? null)
    const keys = tx.t.idempotencyKeys
    const answer = ctx.secrets.seal(shorten(call, text, body), place(call))
    const now = ctx.now()
    const row = {
      userId: ctx.user.id,
      key: call.key,
      bodyHash,
      status,
      answer,
      createdAt: now,
      expiresAt: after(now, keptFor),
    }
    if (saved === null) {
      await makeRoom(tx, row.userId)
      await tx.insert(keys).values(row)
    } else
      await tx
        .update(keys)
        .set({ status, answer })
        .where(and(eq(keys.userId, row.userId), eq(keys.key, row.key)))
    return `${status} ${text}`
  }
  const tx: Store['tx'] = async (work) => {
    try {
      const { value, kept } = await ctx.store.tx(async (tx) => {
        const value = await work(tx)
        // A transaction that answers nothing, e.g. a counter's, is not the change itself.
        if (value === undefined) return { value, kept: saved }
        const answer = { status: ctx.reply.status ?? call.status, body: value }
        return { value, kept: await keep(tx, answer) }
      })
      saved = kept
      return value
    } catch (error) {
      raced = error instanceof Duplicate
      throw error
    }
  }
  // Everything else is the store's own, its guard included.
  const store: Store = Object.create(ctx.store, { tx: { value: tx } })
  const settle = async (result: { ok: boolean; data?: unknown; error?: unknown }) => {
    const answer = asAnswer(call, result)
    if (!answer || saved === `${answer.status} ${JSON.stringify(answer.body ?? null)}`) return
    saved = await ctx.store.tx((tx) => keep(tx, answer))
  }
  return { store, settle, lostRace: (result: { ok: boolean }) => raced && !result.ok }
}

const notKept = (status: number) => status === 401 || status === 429 || status >= 500

function asAnswer(call: Call, result: { ok: boolean; data?: unknown; error?: unknown }): Answer | null {
  if (result.ok) return { status: call.ctx.reply.status ?? call.status, body: result.data }
  const { status, body } = refuse(result.error, call.ctx.requestId)
  return notKept(status) ? null : { status, body }
}
