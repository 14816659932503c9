import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type Output = {
  imports: { path: string; kind: string }[]
  exports?: string[]
  entryPoint?: string
  bytes: number
}
export type Group = { name: string; chunks: string[] }

type MergeOptions = {
  /** Where the bundler put its chunks. */
  cut: string
  outdir: string
  outputs: Record<string, Output>
  groups: Group[]
  minify: boolean
}

/** Everything an output imports statically, deepest first, itself excluded. */
export function closure(outputs: Record<string, Output>, from: string): Set<string> {
  const reached = new Set<string>()
  const seen = new Set<string>([from])
  const visit = (path: string): void => {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || seen.has(next) || !outputs[next]) continue
      seen.add(next)
      visit(next)
      reached.add(next)
    }
  }
  visit(from)
  return reached
}

const bare = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const stem = (path: string): string => bare(path).replace(/-[^-]+\.js$/, '')
const staticImport = /import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([^"]+)"/g
// A node of the table from which the bundler's own preloading reads what a chunk needs.
const graphNode = /\["\.\/([^"]+)"/g
const dynamicImport = /import\("\.\/([^"]+)"\)/g

/** The name under which a group exports what one of its chunks does: chunks name their exports independently. */
const exported = (chunk: string, name: string): string => `${chunk.replace(/\W/g, '_')}_${name}`

/**
 * Writes the bundler's chunks with each group as one file. A bundler cuts a chunk for every set of pages that share a module,
 * which would be dozens of requests; a group is one. Answers the file each chunk went into.
 */
export async function mergeChunks(options: MergeOptions): Promise<(path: string) => string> {
  const { cut, outdir, outputs, groups, minify } = options
  const paths = Object.keys(outputs)
  const sources = new Map<string, string>()
  for (const path of paths) sources.set(bare(path), await Bun.file(join(cut, bare(path))).text())
  const groupOf = new Map(
    groups.flatMap(({ name, chunks }) => chunks.map((chunk) => [bare(chunk), name] as const)),
  )
  const fileOf = (path: string): string => {
    const group = groupOf.get(bare(path))
    return group
      ? `${group}-${unhashed}.js`
      : `${stem(path)}-${unhashed}-${bare(path).match(/-([^-]+)\.js$/)?.[1]}.js`
  }
  const wanted = new Map<string, Set<string>>()

  const rewriteStatic = (from: string) => (whole: string, names: string | undefined, target: string) => {
    const group = groupOf.get(target)
    if (!sources.has(target) || (group && group === groupOf.get(from))) return whole
    if (!group) return whole.replace(target, fileOf(target))
    if (names === undefined) return `import"./${fileOf(target)}"`
    const renamed = names.split(',').map((entry) => {
      const [name = '', local = name] = entry.trim().split(/\s+as\s+/)
      wanted.set(target, (wanted.get(target) ?? new Set()).add(name))
      return `${exported(target, name)} as ${local}`
    })
    return `import{${renamed.join(',')}}from"./${fileOf(target)}"`
  }
  const exportsOf = new Map(paths.map((path) => [bare(path), outputs[path]?.exports ?? []]))
  const importOf = (target: string): string => {
    const load = `import("./${fileOf(target)}")`
    if (!groupOf.has(target)) return load
    const names = exportsOf.get(target) ?? []
    for (const name of names) wanted.set(target, (wanted.get(target) ?? new Set()).add(name))
    return `${load}.then(m=>({${names.map((name) => `${name}:m.${exported(target, name)}`).join(',')}}))`
  }
  const rewritten = new Map<string, string>()
  for (const [name, source] of sources) {
    const code = source
      .replace(staticImport, rewriteStatic(name))
      .replace(dynamicImport, (whole, target: string) => (sources.has(target) ? importOf(target) : whole))
      .replace(graphNode, (whole, target: string) => (sources.has(target) ? `["./${fileOf(target)}"` : whole))
    rewritten.set(name, code)
  }
  for (const [name, code] of rewritten) {
    if (groupOf.has(name)) await Bun.write(join(cut, name), code)
    else await Bun.write(join(outdir, fileOf(name)), code)
  }
  for (const group of groups)
    await writeGroup(group, { cut, wanted, file: join(outdir, fileOf(group.chunks[0] ?? '')), minify })
  const hash = await hashNames(outdir)
  return (path) => fileOf(path).replace(unhashed, hash)
}

// Stands in names and imports until every file is there; as long as a hash, so that sizes stay.
const unhashed = '0unhashed0000'

/** Puts one hash of all files into their names: they name each other, so that none can change alone. */
async function hashNames(outdir: string): Promise<string> {
  const names = (await readdir(outdir)).filter((name) => name.includes(unhashed)).sort()
  const files = await Promise.all(
    names.map(async (name) => ({ name, code: await Bun.file(join(outdir, name)).text() })),
  )
  const hash = Bun.hash(JSON.stringify(files)).toString(36).padStart(13, '0')
  for (const { name, code } of files) {
    await Bun.write(join(outdir, name.replace(unhashed, hash)), code.replaceAll(unhashed, hash))
    await rm(join(outdir, name))
  }
  return hash
}

type GroupOptions = { cut: string; wanted: Map<string, Set<string>>; file: string; minify: boolean }

async function writeGroup(
  { name, chunks }: Group,
  { cut, wanted, file, minify }: GroupOptions,
): Promise<void> {
  const lines = chunks.map((chunk) => {
    const names = [...(wanted.get(bare(chunk)) ?? [])].map(
      (each) => `${each} as ${exported(bare(chunk), each)}`,
    )
    return names.length > 0
      ? `export {${names.join(',')}} from './${bare(chunk)}'`
      : `import './${bare(chunk)}'`
  })
  const entry = join(cut, `group-${name}.js`)
  await Bun.write(entry, lines.join('\n'))
  const inside = new Set(chunks.map(bare))
  const others = {
    name: 'other-files',
    setup(build: import('bun').PluginBuilder) {
      build.onResolve({ filter: /^\.\// }, ({ path }) =>
        inside.has(bare(path)) ? undefined : { path, external: true },
      )
    },
  }
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'esm',
    minify,
    plugins: [others],
  })
  const [code] = outputs
  if (code) await Bun.write(file, await code.text())
}
