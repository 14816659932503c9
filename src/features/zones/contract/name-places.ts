/** A host as a name inside a domain: `@` for the domain itself. */
export type Inside = { domain: string; name: string }

/** Every domain that a host could be a name of, the closest first. */
export function placesOf(host: string): Inside[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, first) => ({
    domain: labels.slice(first).join('.'),
    name: labels.slice(0, first).join('.') || '@',
  }))
}

/** What answers for a name: the name itself, or the wildcard that stands for it, the closest first. */
export function ownersOf(name: string): string[] {
  const labels = name.split('.')
  return [name, ...labels.map((_, first) => ['*', ...labels.slice(first + 1)].join('.'))]
}
