import { Duplicate } from '#db/errors.ts'
import { DomainError, type ErrorBody } from '#shared/errors.ts'
import { answered } from '../trpc/trpc-internals.ts'
import type { AnswerIn } from './answer-in.ts'
import {
  type Call,
  findAnswer,
  type Outcome,
  restoreAnswer,
  type StoredAnswer,
  sha256,
  storeAnswers,
} from './stored-answers.ts'

const maxKeyLength = 255
type Result<R> = R | ReturnType<typeof answered<unknown>>

/**
 * The key under which an answer is stored: a hash of the path, the header and the membership of the call, so that an
 * answer is never replayed for another caller. The row also has the user.
 * @throws INVALID when the header is longer than 255 characters.
 */
export function readIdempotencyKey(
  header: string | null,
  path: string,
  membershipId?: string,
): string | null {
  if (!header) return null
  if (header.length > maxKeyLength) throw new DomainError('INVALID', 'The Idempotency-Key is too long.')
  return sha256(membershipId ? `${path}\n${header}\n${membershipId}` : `${path}\n${header}`)
}

type Run<R> = (answerIn: AnswerIn) => Promise<R>

// Duplicates on this node are refused immediately; across nodes the primary key of the table decides.
const inFlight = new Set<string>()

/**
 * Runs a mutation once per user, path and key: a replay gets the stored status and answer. The handler stores the answer of a
 * success in the transaction of its work; a refusal is stored afterwards.
 * @throws INVALID when the key was used with another body, CONFLICT while a duplicate is in progress.
 */
export async function answerOnce<R extends Outcome>(call: Call, run: Run<R>): Promise<Result<R>> {
  const mark = `${call.ctx.user.id}:${call.key}`
  const bodyHash = sha256(JSON.stringify((await call.getRawInput()) ?? null))
  if (inFlight.has(mark)) throw new DomainError('CONFLICT', 'The same request is still in progress.')
  inFlight.add(mark)
  try {
    const stored = await findAnswer(call)
    if (stored) return replay(call, stored, bodyHash)
    return await carryOut(call, bodyHash, run)
  } finally {
    inFlight.delete(mark)
  }
}

/** Whether the handler failed because a duplicate on another node finished first. */
const isDuplicate = ({ ok, error }: Outcome): boolean =>
  !ok && error instanceof Error && error.cause instanceof Duplicate

async function carryOut<R extends Outcome>(call: Call, bodyHash: string, run: Run<R>): Promise<Result<R>> {
  const answers = storeAnswers(call, bodyHash)
  const result = await run(answers.answerIn)
  const isStored = await answers.settle(result)
  if (result.ok || (isStored && !isDuplicate(result))) return result
  const stored = await findAnswer(call)
  return stored ? replay(call, stored, bodyHash) : result
}

async function replay(call: Call, stored: StoredAnswer, bodyHash: string) {
  if (stored.bodyHash !== bodyHash) {
    throw new DomainError('INVALID', 'This Idempotency-Key was already used with a different body.')
  }
  call.ctx.reply.headers.set('idempotent-replay', 'true')
  const body = await restoreAnswer(call, stored)
  if (stored.status >= 400) {
    const { message, code, fields, requestId: _, ...details } = body as ErrorBody
    throw new DomainError(code, message, { ...(fields ? { fields } : {}), details })
  }
  call.ctx.reply.status = stored.status
  return answered<unknown>(body)
}
