import { isAbsolute, join, relative } from 'node:path'
import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from 'rolldown'
import { type Chunks, closure, groupModules } from './chunk-groups.ts'
import { findLazyExports, type LazyKind } from './lazy-exports.ts'
import { nativeHelpers } from './native-helpers.ts'
import { preloadImports } from './preload-imports.ts'

export type Bundled = {
  /** The URL of the script that starts a page. */
  entry: string
  /** Chunks of each lazy component beyond the entry, by export name. */
  pages: Record<string, string[]>
  /** The URL of the worker that holds the stream of changes for all tabs. */
  liveWorker: string
  /** Every bundled module, by path. */
  modules: string[]
}

type BundleOptions = { root: string; outdir: string; minify: boolean }

const addressOf = (fileName: string): string => `/assets/${fileName}`

const inputOf = (root: string, name: string, path: string): InputOptions => ({
  input: { [name]: join(root, path) },
  cwd: root,
  platform: 'browser',
  transform: { define: { 'process.env.NODE_ENV': JSON.stringify('production') } },
  preserveEntrySignatures: false,
  // Skips unused re-exports of libraries' index files: twice as fast.
  experimental: { lazyBarrel: true },
  // It is not declared side-effect free, and would bring unused tRPC links.
  treeshake: { moduleSideEffects: [{ test: /\/@trpc\//, sideEffects: false }] },
  // React has had this hook for years, so its shim is left out.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  checks: { moduleLevelDirective: false },
  plugins: [nativeHelpers],
})

const outputOf = ({ outdir, minify }: BundleOptions): OutputOptions => ({
  dir: join(outdir, 'assets'),
  entryFileNames: '[name]-[hash:7].js',
  chunkFileNames: '[name]-[hash:7].js',
  hashCharacters: 'hex',
  minify,
  // Licences stay; purity comments go, since the result is not bundled again.
  comments: { legal: true, annotation: false, jsdoc: false },
})

const chunksOf = (output: readonly { type: string; fileName: string }[]): Chunks =>
  Object.fromEntries(
    output
      .filter((file): file is OutputChunk => file.type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  )

/** A program as one script without imports; returns its URL. */
export async function bundleAlone(options: BundleOptions, name: string, path: string): Promise<string> {
  await using bundler = await rolldown(inputOf(options.root, name, path))
  const { output } = await bundler.write({ ...outputOf(options), format: 'iife' })
  return addressOf(output[0].fileName)
}

/** The files of each lazy component beyond the entry, by its exports in the first pass: in a group they have other names. */
function pagesOf(cut: Chunks, chunks: Chunks, entry: string): Record<string, string[]> {
  const fileOf = new Map(
    Object.values(chunks).flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName])),
  )
  const pages: Record<string, string[]> = {}
  for (const { facadeModuleId, exports, isDynamicEntry } of Object.values(cut)) {
    const file = isDynamicEntry && facadeModuleId && fileOf.get(facadeModuleId)
    if (!file) continue
    const files = [...closure(chunks, file), file].filter((name) => name !== entry).map(addressOf)
    for (const name of exports) pages[name] = files
  }
  return pages
}

/** The chunks as the bundler splits them, one for every set of pages that share a module, and how their exports are loaded. */
async function cutChunks(options: BundleOptions): Promise<{ cut: Chunks; lazy: Map<string, LazyKind> }> {
  const lazy = new Map<string, LazyKind>()
  const input = inputOf(options.root, 'core', 'src/app/web/main.tsx')
  await using bundler = await rolldown({
    ...input,
    plugins: [nativeHelpers, findLazyExports(lazy)],
    experimental: { ...input.experimental, chunkOptimization: false },
  })
  const { output } = await bundler.generate(outputOf(options))
  return { cut: chunksOf(output), lazy }
}

/**
 * Bundles the browser side: one entry, a chunk per lazy page, and at most two shared ones between them. The bundler alone
 * would create dozens of shared ones, each a request: its first pass tells how to group them.
 */
export async function bundle(options: BundleOptions): Promise<Bundled> {
  const { cut, lazy } = await cutChunks(options)
  const groups = groupModules(cut, lazy)
  await using bundler = await rolldown(inputOf(options.root, 'core', 'src/app/web/main.tsx'))
  const { output } = await bundler.write({
    ...outputOf(options),
    plugins: [preloadImports],
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'shared', name: (id) => groups.get(id) }],
    },
  })
  const chunks = chunksOf(output)
  const entry = output[0].fileName
  const modules = Object.values(chunks).flatMap(({ moduleIds }) => moduleIds.filter((id) => isAbsolute(id)))
  return {
    entry: addressOf(entry),
    pages: pagesOf(cut, chunks, entry),
    liveWorker: await bundleAlone(options, 'live-worker', 'src/web/live/live-worker.ts'),
    modules: modules.map((path) => relative(options.root, path)),
  }
}
