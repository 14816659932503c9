import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

type Script = {
  runDir: string
  name: string
  /** Its entry point in the source. */
  source: string
  /** The same as one script, in the compiled program. */
  embedded: string | null
}

/**
 * The path of a separate program. From source it has its own entry point. The compiled program embeds it as one script, which is
 * written to the folder of this node and run as plain Bun: loading the whole program again would take ten times the memory.
 */
export async function placeScript({ runDir, name, source, embedded }: Script) {
  if (embedded === null) return { path: source, env: {}, build: null }
  const build = Bun.hash(embedded).toString(36)
  const path = join(runDir, `${name}-${build}.js`)
  if (!(await Bun.file(path).exists())) {
    await mkdir(runDir, { recursive: true, mode: 0o700 })
    await Bun.write(`${path}.${process.pid}`, embedded)
    await rename(`${path}.${process.pid}`, path)
  }
  return { path, env: { BUN_BE_BUN: '1' }, build }
}
