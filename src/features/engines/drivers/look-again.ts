import { minute } from '#shared/time.ts'
import type { DatabaseEngine } from '../contract/database-engine.ts'

/**
 * The engine that `find` returns. While it is off, `find` is retried every minute, so that an engine installed later needs no
 * restart.
 */
export function lookAgain(find: () => DatabaseEngine, now: () => Date): () => DatabaseEngine {
  let engine = find()
  let lookedAt = now().getTime()
  return () => {
    if (engine.mode !== 'off') return engine
    // Absolute difference: a clock set back must not delay retries.
    if (Math.abs(now().getTime() - lookedAt) < minute) return engine
    lookedAt = now().getTime()
    engine = find()
    return engine
  }
}
