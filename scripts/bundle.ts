import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import { closure, type Group, mergeChunks, type Output } from './merge-chunks.ts'

export type Bundled = {
  /** Address of the script a page starts. */
  entry: string
  /** Chunks of each lazy component beyond the entry, by the name of its export. */
  pages: Record<string, string[]>
  /** Address of the worker that holds the stream of changes for all tabs. */
  liveWorker: string
  /** Every module that went in, by path. */
  modules: string[]
}

// A page below this is not worth a request of its own.
const smallPage = 2_048
// Charts and editors, which most dialogs do without.
const heavyChunk = 150_000

type BundleOptions = { root: string; outdir: string; minify: boolean }
type Metafile = { inputs: Record<string, unknown>; outputs: Record<string, Output> }

const lazyCall = /\b(lazyPage|lazyPublicPage|lazyTool)\(\s*\(\)\s*=>\s*import\([^)]*\),\s*'(\w+)'/g

type LazyKind = 'public' | 'tool' | 'other'

const kinds: Record<string, LazyKind> = { lazyPublicPage: 'public', lazyTool: 'tool' }

/** The exports that are loaded lazily; what public pages share goes with the entry, so that they need one request more, not two. */
async function lazyExports(root: string): Promise<Map<string, LazyKind>> {
  const found = new Map<string, LazyKind>()
  for await (const path of new Glob('src/{web,features}/**/*.{ts,tsx}').scan(root)) {
    for (const [, helper = '', name = ''] of (await Bun.file(join(root, path)).text()).matchAll(lazyCall)) {
      found.set(name, kinds[helper] ?? 'other')
    }
  }
  return found
}

const kit = 'kit'
const featureOf = (entryPoint: string): string => entryPoint.match(/^src\/features\/([^/]+)/)?.[1] ?? kit

type Entry = [path: string, output: Output]

/** Each chunk with the feature that alone needs it, or `kit` when several do or a tool does, which is on all of their pages. */
function sharedBy(outputs: Record<string, Output>, pages: Entry[], tools: Entry[]): Map<string, string> {
  const reached = tools.flatMap(([path]) => [...closure(outputs, path), path])
  const owner = new Map(reached.map((path) => [path, kit]))
  for (const [path, { entryPoint = '' }] of pages) {
    const feature = featureOf(entryPoint)
    for (const chunk of closure(outputs, path)) {
      const before = owner.get(chunk)
      owner.set(chunk, before === undefined || before === feature ? feature : kit)
    }
  }
  return owner
}

/** What dialogs share, so that the second one needs a single request; not what is heavy. */
function sharedByDialogs(outputs: Record<string, Output>, others: Entry[]): string[] {
  const reach = (from: Entry[]) => from.flatMap(([path]) => [...closure(outputs, path)])
  return reach(others).filter((path) => (outputs[path]?.bytes ?? 0) <= heavyChunk)
}

/**
 * Chunks that several pages share, gathered into few files: what the entry needs and public pages share, what the pages of
 * several features share, what those of one feature share, what dialogs share. What is heavy stays as the bundler cut it.
 */
function groupChunks(outputs: Record<string, Output>, main: string, lazy: Map<string, string>): Group[] {
  const entries = Object.entries(outputs).filter(([path, { entryPoint }]) => entryPoint && path !== main)
  const pages = (kind: string) =>
    entries.filter(([, { exports = [] }]) => exports.some((name) => lazy.get(name) === kind))
  const tools = pages('tool')
  const folded = [...tools, ...pages('other').filter(([, { bytes }]) => bytes <= smallPage)]
  const foldedPaths = new Set(folded.map(([path]) => path))
  const taken = new Set<string>(entries.map(([path]) => path).filter((path) => !foldedPaths.has(path)))
  const take = (paths: Iterable<string>): string[] => {
    const free = [...new Set(paths)].filter((path) => !taken.has(path))
    for (const path of free) taken.add(path)
    return free
  }
  const reach = (from: Entry[]) => from.flatMap(([path]) => [...closure(outputs, path)])
  const groups: Group[] = [
    { name: 'core', chunks: take([...closure(outputs, main), main, ...reach(pages('public'))]) },
  ]
  const owner = sharedBy(outputs, pages('other'), tools)
  const nameOf = (path: string) => owner.get(path) ?? featureOf(outputs[path]?.entryPoint ?? '')
  const rest = take([...reach([...tools, ...pages('other')]), ...foldedPaths])
  for (const name of new Set(rest.map(nameOf))) {
    groups.push({ name, chunks: rest.filter((path) => nameOf(path) === name) })
  }
  const others = entries.filter(([, { exports = [] }]) => !exports.some((name) => lazy.has(name)))
  groups.push({ name: 'dialogs', chunks: take(sharedByDialogs(outputs, others)) })
  return groups.filter(({ chunks }) => chunks.length > 0)
}

/** The shared worker as one script of its own, which imports nothing. */
async function bundleLiveWorker({ root, outdir, minify }: BundleOptions): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, 'src/web/live/live-worker.ts')],
    root,
    outdir: join(outdir, 'assets'),
    target: 'browser',
    format: 'iife',
    minify,
    naming: { entry: '[name]-[hash].[ext]' },
  })
  const [script] = outputs
  if (!script) throw new Error('the live worker was not built')
  return `/assets/${basename(script.path)}`
}

/** Bundles the browser's half: one entry, a chunk per lazy page, and at most two shared ones between them. */
export async function bundle({ root, outdir, minify }: BundleOptions): Promise<Bundled> {
  const cut = join(outdir, 'cut')
  const result = await Bun.build({
    entrypoints: [join(root, 'src/app/web/main.tsx')],
    root,
    outdir: cut,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify,
    metafile: true,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  })
  const { inputs, outputs } = result.metafile as Metafile
  const main = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === 'src/app/web/main.tsx') ?? ''
  const groups = groupChunks(outputs, main, await lazyExports(root))
  const fileOf = await mergeChunks({ cut, outdir: join(outdir, 'assets'), outputs, groups, minify })
  await rm(cut, { recursive: true })
  const addressOf = (path: string) => `/assets/${fileOf(path)}`
  const entry = addressOf(main)
  const pages: Record<string, string[]> = {}
  for (const [path, output] of Object.entries(outputs)) {
    if (!output.entryPoint || path === main) continue
    const files = new Set([...closure(outputs, path), path].map(addressOf))
    files.delete(entry)
    for (const name of output.exports ?? []) pages[name] = [...files]
  }
  const liveWorker = await bundleLiveWorker({ root, outdir, minify })
  return { entry, pages, liveWorker, modules: Object.keys(inputs) }
}
