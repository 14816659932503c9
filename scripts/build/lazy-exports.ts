import type { Plugin } from 'rolldown'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** The kind of a lazy load, by the helper around its import; parts of pages have none of these. */
export type LazyKind = 'public' | 'page' | 'first' | 'tool' | 'desk'

const kinds: Record<string, LazyKind> = {
  lazyPage: 'page',
  lazyFirstPage: 'first',
  lazyPublicPage: 'public',
  lazyTool: 'tool',
  lazyDesk: 'desk',
}

function lazyCallOf({ callee, arguments: args }: ESTree.CallExpression): [string, LazyKind] | undefined {
  const kind = callee.type === 'Identifier' ? kinds[callee.name] : undefined
  const name = args[1]
  return kind && name?.type === 'Literal' ? [String(name.value), kind] : undefined
}

/** Records in `found` each export that a module loads as a page, a tool or an admin page. */
export const findLazyExports = (found: Map<string, LazyKind>): Plugin => ({
  name: 'lazy-exports',
  transform: {
    filter: { code: /\blazy(Page|FirstPage|PublicPage|Tool|Desk)\(/ },
    handler(code, id) {
      const visitor = new Visitor({
        CallExpression(node) {
          const call = lazyCallOf(node)
          if (call) found.set(...call)
        },
      })
      visitor.visit(parseSync(id, code).program)
    },
  },
})
