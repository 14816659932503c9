import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// Shared by the small programs that the portal starts as separate processes.

/** The command line options, all of them strings. `read` throws for a missing one. */
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

/** Process lists show this name instead of the runtime's. */
export function nameProcess(name: string): void {
  try {
    writeFileSync('/proc/self/comm', name)
  } catch {
    // A system without /proc has no process lists.
  }
}
