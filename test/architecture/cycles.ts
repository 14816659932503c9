import { isTest, type Source } from './source.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** Each file’s imports from the project, including types and lazy imports; tests and tools are left out. */
function graphOf(sources: Source[]): Graph {
  const own = sources.filter(({ file }) => !isTest(file) && !file.startsWith('scripts/'))
  const files = new Set(own.map(({ file }) => file))
  return new Map(
    own.map(({ file, imports }) => [
      file,
      imports.map(({ target }) => target).filter((target) => files.has(target)),
    ]),
  )
}

/** A path through the graph from `start` back to itself; null if there is none. */
function findWayBack(start: string, graph: Graph): string[] | null {
  const from = new Map<string, string>()
  const open = [start]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const next of graph.get(at) ?? []) {
      if (next === start) {
        const way = [at]
        for (let before = from.get(at); before !== undefined; before = from.get(before)) way.unshift(before)
        return way
      }
      if (from.has(next)) continue
      from.set(next, at)
      open.push(next)
    }
  }
  return null
}

/** Circular imports, including type imports: one line per cycle, starting with its first file. */
export function findFileCycles(sources: Source[]): string[] {
  const graph = graphOf(sources)
  const seen = new Set<string>()
  return [...graph.keys()].sort().flatMap((file) => {
    const way = seen.has(file) ? null : findWayBack(file, graph)
    for (const each of way ?? []) seen.add(each)
    return way ? [way.join(' → ')] : []
  })
}
