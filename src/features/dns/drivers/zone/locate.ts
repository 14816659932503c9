import { type } from '../wire/codes.ts'
import type { Name } from '../wire/name.ts'
import type { RecordSet } from './record-set.ts'
import { findNode, findSet, type NodeIndex, type Zone } from './zone.ts'

export type Place =
  /** A name that exists, or the wildcard that stands for the one asked for. */
  | { kind: 'node'; name: Name; node: NodeIndex }
  /** No such name; `encloser` is the closest one above it that exists. */
  | { kind: 'none'; encloser: Name }
  /** A name that another server answers for, and its records here. */
  | { kind: 'cut'; name: Name; servers: RecordSet }

export const wildcardBelow = (name: Name): Name => `\x01*${name}`

/** The place of a name, relative to the zone: itself, the wildcard that stands for it, or what it is delegated by. */
export function locate(zone: Zone, name: Name, asked: number): Place {
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
    // Whether a delegation is signed, its parent says.
    if (servers && !(start === 0 && asked === type.DS)) return { kind: 'cut', name: suffix, servers }
    encloser = suffix
  }
  return { kind: 'node', name, node }
}
