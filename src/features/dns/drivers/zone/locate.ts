import { type } from '../wire/codes.ts'
import type { Name } from '../wire/name.ts'
import type { RecordSet } from './record-set.ts'
import { findNode, findSet, type NodeIndex, type Zone } from './zone.ts'

export type NameLocation =
  /** An existing name, or the wildcard that covers the queried one. */
  | { kind: 'node'; name: Name; node: NodeIndex }
  /** No such name; `encloser` is its closest existing ancestor. */
  | { kind: 'none'; encloser: Name }
  /** A delegated name, with its records here. */
  | { kind: 'cut'; name: Name; servers: RecordSet }

export const wildcardBelow = (name: Name): Name => `\x01*${name}`

/** Locates a name, relative to the zone: itself, the wildcard that covers it, or its delegation. */
export function locate(zone: Zone, name: Name, asked: number): NameLocation {
  const starts: number[] = []
  for (let at = 0; at < name.length; at += 1 + name.charCodeAt(at)) starts.push(at)
  let encloser = ''
  let node = findNode(zone, '')
  for (const start of starts.reverse()) {
    const suffix = name.slice(start)
    node = findNode(zone, suffix)
    if (node < 0) {
      const wildcard = wildcardBelow(encloser)
      node = findNode(zone, wildcard)
      return node < 0 ? { kind: 'none', encloser } : { kind: 'node', name: wildcard, node }
    }
    const servers = findSet(zone, node, type.NS)
    // The parent answers whether a delegation is signed.
    if (servers && !(start === 0 && asked === type.DS)) return { kind: 'cut', name: suffix, servers }
    encloser = suffix
  }
  return { kind: 'node', name, node }
}
