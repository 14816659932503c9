type Path = readonly string[]

/**
 * A tree that is made as it is walked, and then kept: `tree.orders.list.verb` is what `verbsOf(['orders', 'list'])` calls
 * `verb`. Verbs go before branches of the same name.
 */
export function grow<Verbs extends object>(verbsOf: (path: Path) => Verbs, path: Path = []): Verbs {
  return new Proxy(verbsOf(path), {
    get: (grown: Record<string, unknown>, name) => {
      if (typeof name !== 'string') return undefined
      grown[name] ??= grow(verbsOf, [...path, name])
      return grown[name]
    },
  } as ProxyHandler<Verbs>)
}
