import { EngineUnavailable } from '#server/programs/engine-unavailable.ts'
import type { DatabaseType } from '../contract/rules.ts'
import { typeNames } from '../contract/rules.ts'
import type { DatabaseEngine } from './database-engine.ts'

/** No engine of this kind: databases wait until there is one. `advice` says how the operator gets one. */
export function createOffEngine(type: DatabaseType, advice: string): DatabaseEngine {
  const refuse = () => Promise.reject(new EngineUnavailable(`${typeNames[type]} is not connected.`))
  return {
    name: 'off',
    mode: 'off',
    type,
    advice,
    remoteAccessProblem: `${typeNames[type]} is not connected.`,
    check: async () => ({ isHealthy: true, version: null, message: advice }),
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
