import { minute } from '#shared/time.ts'
import type { DatabaseEngine } from '../contract/database-engine.ts'

/**
 * The engine that `find` finds; while that is none it is looked for again every minute, so that one which is installed
 * meanwhile is used without a restart.
 */
export function lookAgain(find: () => DatabaseEngine, now: () => Date): () => DatabaseEngine {
  let engine = find()
  let lookedAt = now().getTime()
  return () => {
    if (engine.mode !== 'off') return engine
    // Measured from both sides: a clock that was set back must not keep anything waiting.
    if (Math.abs(now().getTime() - lookedAt) < minute) return engine
    lookedAt = now().getTime()
    engine = find()
    return engine
  }
}
