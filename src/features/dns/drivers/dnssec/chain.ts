import type { Name } from '../wire/name.ts'

/** The names in a zone's NSEC chain, relative to it, in canonical order; the zone itself is the first. */
export type Chain = { names: readonly Name[]; keys: readonly string[] }

/**
 * A text that sorts like the name in canonical order (RFC 4034 section 6.1): labels from the last to the first, with a
 * separator that no label contains. Queried names may have any bytes.
 */
function sortKey(name: Name): string {
  const labels: string[] = []
  for (let at = 0; at < name.length; at += 1 + name.charCodeAt(at))
    labels.push(name.slice(at + 1, at + 1 + name.charCodeAt(at)))
  const escaped = labels.map((label) => label.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x01'))
  return escaped.reverse().join('\0')
}

export function makeChain(names: readonly Name[]): Chain {
  const sorted = names.map((name) => ({ name, key: sortKey(name) })).sort((a, b) => (a.key < b.key ? -1 : 1))
  return { names: sorted.map(({ name }) => name), keys: sorted.map(({ key }) => key) }
}

/** The name whose NSEC record covers `name`: itself, or the last one before it. */
export function coveringName({ names, keys }: Chain, name: Name): Name {
  const key = sortKey(name)
  let low = 0
  let high = keys.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((keys[middle] ?? '') <= key) low = middle
    else high = middle - 1
  }
  return names[low] ?? ''
}
