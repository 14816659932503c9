import type { OutputChunk } from 'rolldown'
import type { LazyKind } from './lazy-exports.ts'

export type Chunks = Record<string, OutputChunk>

// A page below this is not worth a request of its own.
const smallPage = 2_048
// Charts and editors, which most dialogs do without.
const heavyChunk = 150_000
const kit = 'kit'
const deskFeature = 'admin'

/** Everything a chunk imports statically, deepest first, itself excluded. */
export function closure(chunks: Record<string, { imports: string[] }>, from: string): Set<string> {
  const reached = new Set<string>()
  const seen = new Set([from])
  const visit = (name: string): void => {
    for (const next of chunks[name]?.imports ?? []) {
      if (seen.has(next) || !chunks[next]) continue
      seen.add(next)
      visit(next)
      reached.add(next)
    }
  }
  visit(from)
  return reached
}

const inDesk = /\/src\/(features\/[^/]+\/)?web\/desk\//

/** Desks of all features are one: an administrator goes from one to the other, and customers to none. */
const featureOf = (module?: string | null): string =>
  inDesk.test(module ?? '') ? deskFeature : (module?.match(/\/src\/features\/([^/]+)/)?.[1] ?? kit)
const fileNameOf = ({ fileName }: OutputChunk): string => fileName
const reach = (chunks: Chunks, from: readonly OutputChunk[]): string[] =>
  from.flatMap(({ fileName }) => [...closure(chunks, fileName)])

/** Each chunk with the feature that alone needs it, or `kit` when several do or a tool does, which is on all of their pages. */
function ownersOf(chunks: Chunks, pages: OutputChunk[], tools: OutputChunk[]): Map<string, string> {
  const ofTools = [...reach(chunks, tools), ...tools.map(fileNameOf)]
  const owners = new Map(ofTools.map((name) => [name, kit]))
  for (const { fileName, facadeModuleId } of pages) {
    const feature = featureOf(facadeModuleId)
    for (const name of closure(chunks, fileName)) {
      const before = owners.get(name)
      owners.set(name, before === undefined || before === feature ? feature : kit)
    }
  }
  return owners
}

/**
 * The group of every module that several pages share: what the entry needs and pages of both kinds share, what public pages
 * share, what the signed-in pages of several features share, what those of one feature share, what dialogs share. Tools and
 * small pages go with what they share, and what administrators have of all features with what the pages of the desk share.
 * Modules without a group stay where the bundler puts them, which is a chunk for each other page and for what is heavy.
 */
export function groupModules(chunks: Chunks, lazy: ReadonlyMap<string, LazyKind>): Map<string, string> {
  const all = Object.values(chunks)
  const entries = all.filter(({ isDynamicEntry }) => isDynamicEntry)
  const loadedAs = (kind: LazyKind | undefined) =>
    entries.filter(({ exports }) => exports.map((name) => lazy.get(name)).find(Boolean) === kind)
  const pages = loadedAs('page')
  const tools = loadedAs('tool')
  const publicPages = loadedAs('public')
  const desk = loadedAs('desk')
  const small = ({ code }: OutputChunk) => code.length <= smallPage
  const folded = [...tools, ...pages.filter(small)]
  const publicFolded = publicPages.filter(small)
  const alone = new Set(
    entries.filter((entry) => ![...folded, ...publicFolded, ...desk].includes(entry)).map(fileNameOf),
  )
  const groups = new Map<string, string>()
  const put = (names: readonly string[], groupOf: (name: string) => string): void => {
    for (const name of names) if (!alone.has(name) && !groups.has(name)) groups.set(name, groupOf(name))
  }

  const main = all.filter(({ isEntry }) => isEntry)
  put([...main.map(fileNameOf), ...reach(chunks, main)], () => 'core')

  const owners = ownersOf(chunks, pages, tools)
  const ofPages = [...reach(chunks, [...tools, ...pages]), ...folded.map(fileNameOf)]
  const signedIn = new Set(ofPages)
  const ofPublic = [...reach(chunks, publicPages), ...publicFolded.map(fileNameOf)]
  put(ofPublic, (name) => (signedIn.has(name) ? 'core' : 'public'))
  // What the desk's manifests share with one feature's page alone would be a request for every page of the desk.
  const ofDesk = reach(chunks, desk).filter((name) => (owners.get(name) ?? kit) !== kit)
  put(ofDesk, () => deskFeature)
  put(ofPages, (name) => owners.get(name) ?? featureOf(chunks[name]?.facadeModuleId))

  put([...reach(chunks, desk), ...desk.map(fileNameOf)], () => deskFeature)

  const ofParts = reach(chunks, loadedAs(undefined))
  const light = ofParts.filter((name) => (chunks[name]?.code.length ?? 0) <= heavyChunk)
  put(light, () => 'dialogs')

  return new Map(
    [...groups].flatMap(([name, group]) => chunks[name]?.moduleIds.map((id) => [id, group] as const) ?? []),
  )
}
