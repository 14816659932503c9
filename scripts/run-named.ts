import { join } from 'node:path'

type Command = {
  /** As typed: `bun run <name>`. */
  name: string
  /** Below `scripts/`; holds one program per entry. */
  folder: string
  /** Options and purpose of each entry, for the usage text. */
  entries: Record<string, string>
  /** Runs when the command line names none. */
  fallback?: string
}

/**
 * Runs the entry that the command line names, with the rest as its options, and exits with its code; 2 with the usage text for an
 * unknown entry.
 */
export async function runNamed({ name, folder, entries, fallback }: Command): Promise<never> {
  const [entry = fallback ?? '', ...options] = Bun.argv.slice(2)
  if (!Object.hasOwn(entries, entry)) {
    const width = Math.max(...Object.keys(entries).map((known) => known.length)) + 2
    const lines = Object.entries(entries).map(([known, what]) => `  ${known.padEnd(width)}${what}`)
    console.error([`bun run ${name} NAME`, ...lines].join('\n'))
    process.exit(2)
  }
  const child = Bun.spawn([process.execPath, join(import.meta.dir, folder, `${entry}.ts`), ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.exit(await child.exited)
}
