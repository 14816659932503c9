import type { OutputChunk } from 'rolldown'
import type { LazyKind } from './lazy-exports.ts'

export type Chunks = Record<string, OutputChunk>

// A page below this size is not worth a request of its own.
const smallPage = 2_048
// Charts and editors, which most dialogs do not need.
const heavyChunk = 150_000
const kit = 'kit'
const list = 'list'
const deskFeature = 'admin'

/** All static imports of a chunk, deepest first, without the chunk itself. */
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

const inList = /\/src\/web\/list\//
const inDesk = /\/src\/(features\/[^/]+\/)?web\/desk\//

/** The admin pages of all features form one group: an administrator moves between them, and customers open none. */
const featureOf = (module?: string | null): string =>
  inDesk.test(module ?? '') ? deskFeature : (module?.match(/\/src\/features\/([^/]+)/)?.[1] ?? kit)
const fileNameOf = ({ fileName }: OutputChunk): string => fileName
const reach = (chunks: Chunks, from: readonly OutputChunk[]): string[] =>
  from.flatMap(({ fileName }) => [...closure(chunks, fileName)])

/** A page of the kit handles unknown URLs, and no other page needs it. */
const isSmall = ({ code, facadeModuleId }: OutputChunk): boolean =>
  code.length <= smallPage && featureOf(facadeModuleId) !== kit

/** The common name of all; absent when they differ. */
const only = (names: readonly string[]): string | undefined =>
  new Set(names).size === 1 ? names[0] : undefined
const featuresOf = (entries: readonly OutputChunk[]): string[] =>
  entries.map(({ facadeModuleId }) => featureOf(facadeModuleId))

/** The entries that import each chunk statically. */
function readersOf(chunks: Chunks, entries: readonly OutputChunk[]): Map<string, OutputChunk[]> {
  const readers = new Map<string, OutputChunk[]>()
  for (const entry of entries)
    for (const name of closure(chunks, entry.fileName))
      readers.set(name, [...(readers.get(name) ?? []), entry])
  return readers
}

/** The chunk of a page with modules that only it needs: its own, unless the page is small or an admin page. */
function homeOf(page: OutputChunk): string {
  const feature = featureOf(page.facadeModuleId)
  return feature === deskFeature || isSmall(page) ? feature : page.name
}

/** Modules shared by exactly two pages, named after them, where they are worth a request of their own. */
function findCouples(chunks: Chunks, readers: ReadonlyMap<string, OutputChunk[]>): Map<string, string> {
  const couples = [...readers]
    .filter(([, pages]) => pages.length === 2)
    .map(
      ([name, pages]) =>
        [
          name,
          pages
            .map((page) => page.name)
            .toSorted()
            .join('-'),
        ] as const,
    )
  const weights = new Map<string, number>()
  for (const [name, couple] of couples)
    weights.set(couple, (weights.get(couple) ?? 0) + (chunks[name]?.code.length ?? 0))
  return new Map(couples.filter(([, couple]) => (weights.get(couple) ?? 0) > smallPage))
}

/** The group of each chunk that pages or tools reach; a tool's modules go to the group of all pages. */
function ownersOf(
  chunks: Chunks,
  pages: OutputChunk[],
  tools: OutputChunk[],
  parts: OutputChunk[],
): Map<string, string> {
  const readers = readersOf(chunks, pages)
  const partReaders = readersOf(chunks, parts)
  const kitOfLists = Object.values(chunks).filter(({ moduleIds }) => moduleIds.some((id) => inList.test(id)))
  const lists = new Set(kitOfLists.flatMap(({ fileName }) => readers.get(fileName) ?? []))
  const couples = findCouples(chunks, readers)
  const owners = new Map<string, string>()
  for (const [name, readBy] of readers) {
    // A dialog of another feature must not bring the page.
    const isOwn = only(featuresOf([...readBy, ...(partReaders.get(name) ?? [])])) !== undefined
    const home = isOwn ? only(readBy.map(homeOf)) : undefined
    const ofLists = readBy.every((page) => lists.has(page)) ? list : undefined
    owners.set(name, home ?? ofLists ?? only(featuresOf(readBy)) ?? couples.get(name) ?? kit)
  }
  for (const name of [...reach(chunks, tools), ...tools.map(fileNameOf)]) owners.set(name, kit)
  return owners
}

/**
 * The group of every shared module. There is one group each for modules shared by the entry or both kinds of pages, by public
 * pages, by signed-in pages of several features, by record lists, by the pages of one feature, by exactly two pages, by their
 * dialogs, and by all dialogs. A page includes the modules that only it needs, even if its dialogs need them too. Tools and
 * small pages join their shared group, and all features' admin modules join the shared group of the admin pages.
 * Modules without a group stay where the bundler puts them: a chunk for each other page and for heavy modules.
 */
export function groupModules(chunks: Chunks, lazy: ReadonlyMap<string, LazyKind>): Map<string, string> {
  const all = Object.values(chunks)
  const entries = all.filter(({ isDynamicEntry }) => isDynamicEntry)
  const loadedAs = (kind: LazyKind | undefined) =>
    entries.filter(({ exports }) => exports.map((name) => lazy.get(name)).find(Boolean) === kind)
  const first = loadedAs('first')
  const pages = [...loadedAs('page'), ...first]
  const tools = loadedAs('tool')
  const publicPages = loadedAs('public')
  const desk = loadedAs('desk')
  const folded = [...tools, ...pages.filter(isSmall)]
  const publicFolded = publicPages.filter(isSmall)
  const alone = new Set(
    entries.filter((entry) => ![...folded, ...publicFolded, ...desk].includes(entry)).map(fileNameOf),
  )
  const groups = new Map<string, string>()
  const put = (names: readonly string[], groupOf: (name: string) => string): void => {
    for (const name of names) if (!alone.has(name) && !groups.has(name)) groups.set(name, groupOf(name))
  }

  const main = all.filter(({ isEntry }) => isEntry)
  put([...main.map(fileNameOf), ...reach(chunks, main)], () => 'core')

  const parts = loadedAs(undefined)
  const owners = ownersOf(chunks, pages, tools, parts)
  // The first page has no request to spare for modules that it shares with only one other.
  const ofOthers = new Set(
    reach(
      chunks,
      pages.filter((page) => !first.includes(page)),
    ),
  )
  for (const name of reach(chunks, first)) if (ofOthers.has(name)) owners.set(name, kit)
  const ofPages = [...reach(chunks, [...tools, ...pages]), ...folded.map(fileNameOf)]
  const signedIn = new Set(ofPages)
  const ofPublic = [...reach(chunks, publicPages), ...publicFolded.map(fileNameOf)]
  put(ofPublic, (name) => (signedIn.has(name) ? 'core' : 'public'))
  // Modules shared by the admin manifests and one feature's page would cost every admin page a request.
  const ofDesk = reach(chunks, desk).filter((name) => (owners.get(name) ?? kit) !== kit)
  put(ofDesk, () => deskFeature)
  put(ofPages, (name) => owners.get(name) ?? featureOf(chunks[name]?.facadeModuleId))
  const homes = new Set(owners.values())
  for (const page of pages)
    if (homes.has(page.name) && homeOf(page) === page.name) groups.set(page.fileName, page.name)

  put([...reach(chunks, desk), ...desk.map(fileNameOf)], () => deskFeature)

  const partReaders = readersOf(chunks, parts)
  const light = [...partReaders.keys()].filter((name) => (chunks[name]?.code.length ?? 0) <= heavyChunk)
  put(light, (name) => {
    const feature = only(featuresOf(partReaders.get(name) ?? [])) ?? kit
    return feature === kit ? 'dialogs' : `${feature}-dialogs`
  })

  return new Map(
    [...groups].flatMap(([name, group]) => chunks[name]?.moduleIds.map((id) => [id, group] as const) ?? []),
  )
}
