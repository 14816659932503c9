import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// What the small programs share that the portal starts as processes of their own.

/** The options of the command line, all of them texts. `read` throws for one that is missing. */
export function readOptions<Name extends string>(names: readonly Name[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const values: Record<string, string | boolean | undefined> = parseArgs({ options }).values
  const find = (name: Name): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const read = (name: Name): string => {
    const value = find(name)
    if (value === undefined) throw new Error(`--${name} is missing`)
    return value
  }
  return { find, read }
}

/** Lists of processes show this name instead of the runtime's. */
export function nameProcess(name: string): void {
  try {
    writeFileSync('/proc/self/comm', name)
  } catch {
    // A system without /proc shows none.
  }
}
