import { soaTimes } from '#shared/names/soa.ts'
import type { ZoneKeys } from '../dnssec/keys.ts'
import { secureNodes } from '../dnssec/secure.ts'
import { type } from '../wire/codes.ts'
import { type Name, nameText, parentOf, toName } from '../wire/name.ts'
import { type RecordRow, toRdata } from './rdata.ts'
import type { RecordSet } from './record-set.ts'
import { pack, type Zone } from './zone.ts'

/** A stored zone. */
export type ZoneRows = {
  id: string
  domainName: string
  serial: number
  nameservers: readonly string[]
  records: readonly RecordRow[]
  /** Keys for signing. */
  keys?: ZoneKeys | null
  /** Zones inside it that are served here. */
  inner?: readonly InnerZone[]
}

/** A zone inside another, by its relative name, with its NS records. */
export type InnerZone = { name: Name; servers: RecordSet }

type Node = Map<number, RecordSet>
type Nodes = Map<Name, Node>

/** TTL in seconds of the SOA, and of the name servers of a zone without NS records. */
const ownTtl = 3_600
const maxName = 254

function soaData(primary: string, domainName: string, serial: number): Buffer {
  const numbers = Buffer.alloc(20)
  for (const [index, value] of [serial, ...Object.values(soaTimes)].entries())
    numbers.writeUInt32BE(value, index * 4)
  const names = [toName(primary), toName(`hostmaster.${domainName}`)].map((name) =>
    Buffer.from(`${name}\0`, 'latin1'),
  )
  return Buffer.concat([...names, numbers])
}

function addRecord(nodes: Nodes, owner: Name, number: number, ttl: number, data: Buffer): void {
  const node: Node = nodes.get(owner) ?? new Map()
  nodes.set(owner, node)
  const set = node.get(number)
  if (!set) node.set(number, { type: number, ttl, data: [data] })
  else if (!set.data.some((other) => other.equals(data))) {
    // The records of a set share one TTL, RFC 2181.
    node.set(number, { type: number, ttl: Math.min(ttl, set.ttl), data: [...set.data, data] })
  }
}

/** A name exists, without records, when one below it does. */
function addEmptyNames(nodes: Nodes): void {
  for (const name of [...nodes.keys()])
    for (let parent = parentOf(name); !nodes.has(parent); parent = parentOf(parent))
      nodes.set(parent, new Map())
}

const isCut = (nodes: Nodes, name: Name): boolean => nodes.get(name)?.has(type.NS) === true

/**
 * A signed zone delegates every zone inside it that is served here, even without NS records of its owner, because it would
 * otherwise
 * deny the names there (RFC 4035 section 5.4). Upper zones come first.
 */
function addDelegations(nodes: Nodes, inner: readonly InnerZone[]): void {
  for (const { name, servers } of inner.toSorted((one, other) => one.name.length - other.name.length)) {
    let above = name
    while (above !== '' && !isCut(nodes, above)) above = parentOf(above)
    if (above === '') nodes.set(name, new Map([[type.NS, servers]]))
  }
}

const ownerOf = ({ name }: RecordRow, apex: Name): Name => {
  const owner = name === '@' ? '' : toName(name)
  if (owner.length + apex.length > maxName) throw new Error(`“${name}” is longer than a name may be`)
  return owner
}

/** The zone for serving. @throws Error that names the record that prevents it, and why */
export function buildZone({
  id,
  domainName,
  serial,
  nameservers,
  records,
  keys,
  inner = [],
}: ZoneRows): Zone {
  const apex = toName(domainName)
  const nodes: Nodes = new Map([['', new Map()]])
  for (const row of records) {
    try {
      addRecord(nodes, ownerOf(row, apex), type[row.type], row.ttl, toRdata(row))
    } catch (error) {
      throw new Error(`${row.type} of ${row.name}: ${error instanceof Error ? error.message : 'unreadable'}`)
    }
  }
  const servers = records.filter((row) => row.type === 'NS' && row.name === '@').map(({ value }) => value)
  if (servers.length === 0)
    for (const server of nameservers)
      addRecord(nodes, '', type.NS, ownTtl, Buffer.from(`${toName(server)}\0`, 'latin1'))
  const primary = nameservers[0] ?? servers[0]
  if (primary === undefined) throw new Error('it has no name server')
  // Serials are compared modulo 2^32, RFC 1982.
  const soa = soaData(primary, domainName, serial % 2 ** 32)
  addRecord(nodes, '', type.SOA, ownTtl, soa)
  for (const [name, node] of nodes)
    if (node.has(type.CNAME) && node.size > 1)
      throw new Error(`${name === '' ? '@' : nameText(name)} has a CNAME beside other records`)
  for (const [name, node] of nodes)
    if ((node.get(type.CNAME)?.data.length ?? 0) > 1) throw new Error(`${nameText(name)} has two CNAMEs`)
  if (keys) addDelegations(nodes, inner)
  addEmptyNames(nodes)
  const negativeTtl = Math.min(ownTtl, soaTimes.minimum)
  const secured = keys ? secureNodes(nodes, { apex, keys, negativeTtl }) : null
  return { id, apex, serial, negativeTtl, secured, ...pack(nodes) }
}
