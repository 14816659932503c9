import { dirname } from 'node:path'
import { isTest, type Offence, type Source } from './source.ts'

/**
 * The layers of the tree. `feature` is set for files in a feature’s folder; other files of a feature
 * (service/<verb>.ts, mails.ts …) count as its service. An entity’s folder has its own contract and web half.
 */
export type FileLayer = { layer: Layer; feature?: string }

type Layer =
  | 'app'
  | 'appWeb'
  | 'shared'
  | 'contract'
  | 'service'
  | 'router'
  | 'driver'
  | 'featureWeb'
  | 'server'
  | 'system'
  | 'writing'
  | 'shell'
  | 'ui'
  | 'db'
  | 'scripts'
  | 'test'

const inFeature = (path: string): Layer => {
  if (/^(entities\/([^/]+\/)?)?contract(\.ts|\/)/.test(path)) return 'contract'
  if (/^(feature|settings|router|http|jobs|programs)(\.ts|\/)/.test(path)) return 'router'
  if (path.startsWith('drivers/')) return 'driver'
  return /^(entities\/[^/]+\/)?web(\.tsx?$|\/)/.test(path) ? 'featureWeb' : 'service'
}

const folders: [prefix: string, layer: Layer][] = [
  ['src/shared/', 'shared'],
  ['src/app/web/', 'appWeb'],
  ['src/app/', 'app'],
  ['src/server/', 'server'],
  // Colours, type and spacing, which server-rendered pages also use: plain values.
  ['src/web/tokens.ts', 'shared'],
  ['src/web/ui/', 'ui'],
  ['src/web/lib/', 'ui'],
  ['src/web/', 'shell'],
  ['db/', 'db'],
  ['scripts/', 'scripts'],
]

// The machine as services and drivers see it: readings of /proc, files synced to disk, hosts and listening addresses,
// child programs, SQL script parsing.
const systemFolders = ['src/server/system/', 'src/server/sql/']

// Writes of a service: the answer is stored with them, and events follow the commit.
const writingFile = 'src/server/answers/mutate.ts'

/** The layer of a file; undefined for a path outside the design. */
export function layerOf(file: string): FileLayer | undefined {
  if (isTest(file)) return { layer: 'test' }
  if (systemFolders.some((folder) => file.startsWith(folder))) return { layer: 'system' }
  if (file === writingFile) return { layer: 'writing' }
  const feature = /^src\/features\/([^/]+)\/(.+)$/.exec(file)
  if (feature?.[1] && feature[2]) return { layer: inFeature(feature[2]), feature: feature[1] }
  const folder = folders.find(([prefix]) => file.startsWith(prefix))
  return folder && { layer: folder[1] }
}

/** The layers whose values a layer may use. `own` marks a layer that only the same feature may use. */
const arrows: Record<Layer, string[]> = {
  app: ['app', 'appWeb', 'server', 'system', 'router', 'service', 'driver', 'contract', 'db', 'shared'],
  appWeb: ['appWeb', 'featureWeb', 'shell', 'ui', 'shared'],
  shared: ['shared'],
  contract: ['contract', 'shared'],
  service: ['service', 'driver own', 'contract', 'writing', 'system', 'db', 'shared'],
  router: ['router own', 'service', 'driver own', 'contract', 'server', 'writing', 'system', 'db', 'shared'],
  driver: ['driver own', 'contract own', 'system', 'shared'],
  featureWeb: ['featureWeb own', 'contract', 'shell', 'ui', 'shared'],
  server: ['server', 'writing', 'system', 'shell', 'db', 'shared'],
  system: ['system', 'shared'],
  writing: ['shared'],
  shell: ['shell', 'ui', 'shared'],
  ui: ['ui', 'shared'],
  db: ['db', 'system', 'shared'],
  scripts: [],
  test: [],
}

// Tools and tests may use everything.
const isFree = (layer: Layer): boolean => layer === 'scripts' || layer === 'test'

const names: Partial<Record<Layer, string>> = {
  appWeb: 'the web composition',
  featureWeb: 'web',
  ui: 'web/ui',
  shell: 'the web shell',
}

const describe = ({ layer, feature }: FileLayer): string => {
  const name = names[layer] ?? layer
  return feature ? `${name} of ${feature}` : name
}

function isAllowed(from: FileLayer, to: FileLayer): boolean {
  const allowed = arrows[from.layer]
  if (allowed.includes(to.layer)) return true
  return allowed.includes(`${to.layer} own`) && from.feature === to.feature
}

/** Values follow the arrows only: web → contract ← service → db. Types may cross anywhere. */
export function checkDirections({ file, imports }: Source): Offence[] {
  const from = layerOf(file)
  if (!from) return [{ file, line: 1, message: 'lies outside the tree of the design' }]
  if (isFree(from.layer)) return []
  return imports.flatMap(({ target, isOwn, isType, line }) => {
    const to = isOwn && !isType ? layerOf(target) : undefined
    if (!to || isAllowed(from, to)) return []
    return [{ file, line, message: `${describe(from)} may not use values of ${describe(to)} (${target})` }]
  })
}

const webKernel: Layer[] = ['shell', 'ui']

/** The browser’s kernel is independent of features: it names none, and no composition of them, not even as a type. */
export function checkWebKernel({ file, imports }: Source): Offence[] {
  const from = layerOf(file)
  if (!from || !webKernel.includes(from.layer)) return []
  return imports.flatMap(({ target, isOwn, line }) => {
    const to = isOwn ? layerOf(target) : undefined
    if (!to || (to.feature === undefined && to.layer !== 'appWeb')) return []
    return [{ file, line, message: `${describe(from)} may not know ${describe(to)} (${target})` }]
  })
}

const browserLayers: Layer[] = ['shared', 'contract', 'appWeb', 'featureWeb', 'shell', 'ui']

// They render the application on the server and are not part of the browser bundle.
const renderedOnServer = ['src/app/web/server.tsx', 'src/web/document.tsx']

const serverPackage =
  /^(bun|bun:.*|node:.*|hono(\/.*)?|drizzle-orm(\/.*)?|@trpc\/server(?!\/observable$)(\/.*)?|lucia|nodemailer)$/

/** Browser code may import Bun, Node and server packages only as types. */
export function checkBrowserPackages({ file, imports }: Source): Offence[] {
  const layer = layerOf(file)?.layer
  if (!layer || !browserLayers.includes(layer) || renderedOnServer.includes(file)) return []
  return imports
    .filter(({ target, isOwn, isType }) => !isOwn && !isType && serverPackage.test(target))
    .map(({ target, line }) => ({ file, line, message: `the browser may not load ${target}` }))
}

/** Own modules are imported with their extension, and by alias when the path would leave the folder’s layer. */
export function checkSpecifiers({ file, imports }: Source): Offence[] {
  return imports.flatMap(({ specifier, isOwn, line }) => {
    if (!isOwn || specifier === '#env' || /\.(tsx?|css|json|html|svg|sql|md|woff2|ttf|gz)$/.test(specifier))
      return []
    return [{ file, line, message: `write the extension of ${specifier}` }]
  })
}

type Edge = { from: string; to: string; file: string; line: number }

/** Uses of one feature’s values by another in all files except tests: server, contract and web. */
const featureEdges = (sources: Source[]): Edge[] =>
  sources.flatMap(({ file, imports }) => {
    const from = layerOf(file)?.feature
    if (from === undefined) return []
    return imports.flatMap(({ target, isOwn, isType, line }) => {
      const to = isOwn && !isType ? layerOf(target)?.feature : undefined
      return to === undefined || to === from ? [] : [{ from, to, file, line }]
    })
  })

/** Features reachable from `start`; includes `start` itself only if a cycle returns to it. */
function reachable(start: string, edges: Edge[]): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { from, to } of edges) {
      if (from !== at || seen.has(to)) continue
      seen.add(to)
      open.push(to)
    }
  }
  return seen
}

/** Features may use each other, but not in a cycle. */
export function checkCycles(sources: Source[]): Offence[] {
  const edges = featureEdges(sources)
  return edges
    .filter(({ from, to }) => reachable(to, edges).has(from))
    .map(({ from, to, file, line }) => ({
      file,
      line,
      message: `${from} and ${to} use each other in a cycle`,
    }))
}

/** For each feature, the features whose values it uses, in alphabetical order. */
export function usesOfFeatures(sources: Source[]): Record<string, string[]> {
  const edges = featureEdges(sources)
  const features = new Set(sources.flatMap(({ file }) => layerOf(file)?.feature ?? []))
  const usesOf = (feature: string) =>
    [...new Set(edges.filter(({ from }) => from === feature).map(({ to }) => to))].sort()
  return Object.fromEntries([...features].map((feature) => [feature, usesOf(feature)]))
}

/** Pairs of a feature’s folders, neither inside the other, whose files use each other’s values: `databases: service, worker`. */
export function findMutualFolders(sources: Source[]): string[] {
  const uses = new Set(
    sources.flatMap(({ file, imports }) => {
      const feature = layerOf(file)?.feature
      const values = imports.filter(({ isOwn, isType }) => isOwn && !isType)
      return values
        .filter(({ target }) => feature !== undefined && layerOf(target)?.feature === feature)
        .map(({ target }) => `${dirname(file)} ${dirname(target)}`)
    }),
  )
  return [...uses].flatMap((use) => {
    const [from = '', to = ''] = use.split(' ')
    const isInside = from === to || to.startsWith(`${from}/`) || from.startsWith(`${to}/`)
    if (isInside || from > to || !uses.has(`${to} ${from}`)) return []
    const [, feature = ''] = /^src\/features\/([^/]+)/.exec(from) ?? []
    const below = (folder: string) => folder.slice(`src/features/${feature}/`.length)
    return [`${feature}: ${below(from)}, ${below(to)}`]
  })
}
