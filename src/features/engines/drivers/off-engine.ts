import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import type { DatabaseEngine } from '../contract/database-engine.ts'
import type { DatabaseType } from '../contract/kinds.ts'
import { typeNames } from '../contract/kinds.ts'

/** How the operator connects an engine; `isMissing` when a setting names an engine that is not available. */
export type NoEngine = { advice: string; isMissing?: boolean }

/** No engine of this type: databases wait until there is one. */
export function createOffEngine(type: DatabaseType, { advice, isMissing = false }: NoEngine): DatabaseEngine {
  const refuse = () => Promise.reject(new EngineUnavailable(`${typeNames[type]} is not connected.`))
  return {
    name: 'off',
    mode: 'off',
    type,
    advice,
    remoteAccessProblem: `${typeNames[type]} is not connected.`,
    check: async () => ({ isHealthy: !isMissing, version: null, message: advice }),
    connect: refuse,
    isTaken: refuse,
    ensure: refuse,
    remove: refuse,
    measure: refuse,
    readSlow: refuse,
    dump: refuse,
    load: refuse,
    replace: refuse,
  }
}
