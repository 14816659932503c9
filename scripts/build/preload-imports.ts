import type { Plugin, RenderedChunk } from 'rolldown'
import { parseSync } from 'rolldown/utils'
import { closure } from './chunk-groups.ts'

type Chunks = Record<string, RenderedChunk>

/** The chunks that must be loaded before `target` runs and are not loaded when `from` runs. */
function missing(chunks: Chunks, from: string, target: string): string[] {
  const present = new Set([...closure(chunks, from), from])
  return [...closure(chunks, target)].filter((name) => !present.has(name))
}

// Once per chunk: every page's script contains the calls.
const loadTogether = 'const __loadTogether = (...all) => Promise.all(all).then(([wanted]) => wanted)\n'

/** Fetches a chunk's imports together with the chunk, instead of after it. */
export const preloadImports: Plugin = {
  name: 'preload-imports',
  renderChunk(code, { fileName, dynamicImports }, _options, { chunks }) {
    if (dynamicImports.length === 0) return null
    let rewritten = code
    for (const { start, end, moduleRequest } of parseSync(fileName, code).module.dynamicImports.reverse()) {
      const target = code.slice(moduleRequest.start + './'.length + 1, moduleRequest.end - 1)
      const others = missing(chunks, fileName, target).map((name) => `,import("./${name}")`)
      if (others.length === 0) continue
      const all = `__loadTogether(${code.slice(start, end)}${others.join('')})`
      rewritten = rewritten.slice(0, start) + all + rewritten.slice(end)
    }
    return rewritten === code ? null : { code: loadTogether + rewritten, map: null }
  },
}
