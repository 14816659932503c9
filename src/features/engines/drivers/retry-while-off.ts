import { minute } from '#shared/time.ts'
import type { DatabaseEngine } from '../contract/database-engine.ts'

/**
 * The engine that `find` returns. While it is off, `find` is retried every minute, so that an engine installed later needs no
 * restart.
 */
export function retryWhileOff(find: () => DatabaseEngine, now: () => Date): () => DatabaseEngine {
  let engine = find()
  let triedAt = now().getTime()
  return () => {
    if (engine.mode !== 'off') return engine
    // Absolute difference: a clock set back must not delay retries.
    if (Math.abs(now().getTime() - triedAt) < minute) return engine
    triedAt = now().getTime()
    engine = find()
    return engine
  }
}
