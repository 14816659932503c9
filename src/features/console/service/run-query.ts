import type { z } from 'zod'
import { findDatabase } from '#features/databases/rows/database-rows.ts'
import { checkMissing } from '#features/databases/worker/missing.ts'
import type { StatementResult } from '#features/engines/contract/database-engine.ts'
import type { CustomerContext } from '#server/context.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import type { QueryAnswer, QueryRefusal, runQueryInput } from '../contract/contract.ts'
import { maxResults, maxRunMs, queryCaps } from '../contract/limits.ts'
import { storeRun } from './history.ts'
import { asRefusal, cancelWhen, inSession, type OpenConnection } from './session.ts'

/** Time that a cancelled statement has to end. */
const endingMs = 5 * second

const caps = { rows: queryCaps.maxRows, bytes: queryCaps.maxBytes, seconds: queryCaps.timeoutMs / second }

const bytesOf = ({ rows }: StatementResult): number =>
  rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + (cell?.length ?? 0) + 4, 0), 0)

/** The results of a run that are returned. */
function createResults() {
  const results: StatementResult[] = []
  const commands: string[] = []
  let left: number = queryCaps.maxBytes
  return {
    results,
    commands,
    add(found: StatementResult) {
      const result = { ...found, durationMs: Math.round(found.durationMs) }
      commands.push(result.command)
      if (results.length === maxResults) return
      const bytes = bytesOf(result)
      // The first result is always returned in full; the engine has capped it.
      const isKept = bytes <= left || results.length === 0
      results.push(isKept ? result : { ...result, rows: [], isCut: true })
      left -= isKept ? bytes : 0
    },
  }
}

type Results = ReturnType<typeof createResults>

const tooLong = () =>
  new EngineRefused(
    `The statements took longer than ${maxRunMs / second} seconds. Those that finished before were applied.`,
  )

/** Collects the results of a run until it ends, is cancelled, or takes too long. @throws EngineRefused, EngineUnavailable */
async function collect(
  { session }: OpenConnection,
  sql: string,
  into: { taken: Results; signal: AbortSignal },
) {
  const { taken, signal } = into
  const limit = AbortSignal.timeout(maxRunMs)
  const either = AbortSignal.any([signal, limit])
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => {})
  let deadline: Timer | undefined
  const begin = () => {
    deadline = setTimeout(
      () => reject(new EngineUnavailable('The database server did not stop the statement.')),
      endingMs,
    )
  }
  either.addEventListener('abort', begin, { once: true })
  const stop = cancelWhen(session, either)
  const statements = session.run(sql, queryCaps)[Symbol.asyncIterator]()
  try {
    for (;;) {
      if (signal.aborted) throw new EngineRefused('The query was cancelled.')
      if (limit.aborted) throw tooLong()
      const { done, value } = await Promise.race([statements.next(), ended])
      if (done) return
      taken.add(value)
    }
  } catch (error) {
    if (error instanceof EngineRefused && signal.aborted) throw new EngineRefused('The query was cancelled.')
    throw error instanceof EngineRefused && limit.aborted ? tooLong() : error
  } finally {
    clearTimeout(deadline)
    stop()
  }
}

/** The error of a run, with the results of the statements before the failed one. */
function refusalOf(error: unknown, refused: QueryRefusal): unknown {
  const refusal = asRefusal(error)
  if (!(refusal instanceof DomainError)) return refusal
  const { code, message, retryAfterSeconds } = refusal
  return new DomainError(code, message, {
    details: refused,
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

type Input = z.output<typeof runQueryInput>

async function run(ctx: CustomerContext, { id, sql }: Input, signal: AbortSignal): Promise<QueryAnswer> {
  return inSession(ctx, id, async (opened) => {
    const taken = createResults()
    const began = performance.now()
    let failure: unknown
    await collect(opened, sql, { taken, signal }).catch((error) => {
      failure = error
    })
    const { results, commands } = taken
    const durationMs = Math.round(performance.now() - began)
    const isRefused = failure !== undefined
    await storeRun(ctx, opened.database, { statement: sql, commands, isRefused, durationMs })
    if (commands.includes('DROP')) await checkMissing(ctx, opened.database)
    const omitted = commands.length - results.length
    if (!isRefused) return { results, omitted, durationMs, caps }
    const position = failure instanceof EngineRefused ? failure.position : null
    throw refusalOf(failure, { results, omitted, position, isCancelled: signal.aborted })
  })
}

/**
 * Runs statements as the user of one of the caller's databases on a separate connection. `gone` (the caller disconnected) and
 * `cancelQuery` cancel them.
 * @throws as `inSession`; INVALID of the engine has the fields of `QueryRefusal`
 */
export async function runQuery(
  ctx: CustomerContext,
  input: Input,
  gone = new AbortController().signal,
): Promise<QueryAnswer> {
  if (input.queryId === undefined) return run(ctx, input, gone)
  const { id: databaseId, queryId } = input
  const { signal, forget } = ctx.databaseConsole.follow({ userId: ctx.user.id, databaseId, queryId })
  try {
    return await run(ctx, input, AbortSignal.any([gone, signal]))
  } finally {
    forget()
  }
}

/** Cancels the caller's run of this query ID, if there is one. @throws NOT_FOUND of the database */
export async function cancelQuery(
  ctx: CustomerContext,
  { id, queryId }: { id: string; queryId: string },
): Promise<{ ok: true }> {
  const { id: databaseId, userId } = await findDatabase(ctx, id)
  ctx.databaseConsole.cancel({ userId, databaseId, queryId })
  return { ok: true }
}
