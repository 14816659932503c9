/** A host as a name inside a domain: `@` for the domain itself. */
export type HostInDomain = { domain: string; name: string }

/** All domains that could contain a host, closest first. */
export function placesOf(host: string): HostInDomain[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, first) => ({
    domain: labels.slice(first).join('.'),
    name: labels.slice(0, first).join('.') || '@',
  }))
}

/** The names that could answer for a name: itself, and the wildcards that cover it, closest first. */
export function ownersOf(name: string): string[] {
  const labels = name.split('.')
  return [name, ...labels.map((_, first) => ['*', ...labels.slice(first + 1)].join('.'))]
}
