import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { useTRPC, useTRPCClient } from '#web/trpc.ts'
import type { QueryAnswer, QueryRefusal } from '../../contract/contract.ts'

/** Sent statements: `offset` is the start of their text in the editor. */
export type Sent = { sql: string; offset: number }

/** The outcome of a run. `failure` says why it stopped early, `position` is an offset in the editor. */
export type Outcome = Pick<QueryAnswer, 'results' | 'omitted'> & {
  durationMs: number | null
  failure: { message: string; position: number | null } | null
}

function failed(error: unknown, offset: number): Outcome {
  const {
    results = [],
    omitted = 0,
    position = null,
  } = (error instanceof ApiError ? error.body : {}) as Partial<QueryRefusal>
  const at = position === null ? null : position + offset
  return { results, omitted, durationMs: null, failure: { message: failureSentence(error), position: at } }
}

// Only these commands leave the schema unchanged.
const reading = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'SHOW', 'EXPLAIN', 'WITH', 'VALUES', 'SET'])

/** Runs statements of one database, one text at a time; leaving the page aborts the run. */
export function useRun(databaseId: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [running, setRunning] = useState<{ queryId: string; startedAt: number } | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const send = useMutation({
    meta: { failure: false },
    mutationFn: ({ sql, queryId }: { sql: string; queryId: string }) =>
      client.databases.sql.run.mutate(
        { id: databaseId, sql, queryId },
        leaving.current ? { signal: leaving.current.signal } : {},
      ),
  })
  const cancel = useMutation(
    trpc.databases.sql.cancel.mutationOptions({
      meta: { failure: 'The query could not be cancelled' },
    }),
  )
  const settle = (ended: Outcome) => {
    setOutcome(ended)
    void queryClient.invalidateQueries(trpc.databases.sql.history.queryFilter({ id: databaseId }))
    void queryClient.invalidateQueries(trpc.databases.sql.rows.queryFilter({ id: databaseId }))
    const changes = ended.failure || ended.results.some(({ command }) => !reading.has(command.toUpperCase()))
    if (changes) void queryClient.invalidateQueries(trpc.databases.sql.schema.queryFilter({ id: databaseId }))
  }
  const run = async ({ sql, offset }: Sent): Promise<void> => {
    if (running || sql.trim() === '') return
    const queryId = randomKey()
    setRunning({ queryId, startedAt: performance.now() })
    try {
      const answer = await send.mutateAsync({ sql, queryId })
      settle({ ...answer, failure: null })
    } catch (error) {
      if (!leaving.current?.signal.aborted) settle(failed(error, offset))
    }
    setRunning(null)
  }
  return {
    outcome,
    run,
    running,
    cancel: () => running && cancel.mutate({ id: databaseId, queryId: running.queryId }),
    isCancelling: cancel.isPending,
  }
}
