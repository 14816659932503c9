import { isIP } from 'node:net'
import type { Resolver } from '#features/resolver/contract.ts'

const timeoutMs = 3_000
/** Bytes of a full string of a TXT record, which the next string continues. */
const fullPiece = 255

class NoRecord extends Error {
  readonly code = 'ENOTFOUND'
}

class NoAnswer extends Error {
  readonly code = 'ESERVFAIL'
}

/**
 * Joins the strings of TXT records, which the resolver does not group: a DKIM name has one record (RFC 6376 section 3.6.2.2); at
 * other names a string continues when it is full, or when the next begins with a space.
 */
export function joinPieces(name: string, pieces: readonly string[]): string[] {
  if (/(^|\.)_domainkey\./i.test(name)) return pieces.length > 0 ? [pieces.join('')] : []
  const records: string[] = []
  let former = ''
  for (const piece of pieces) {
    const goesOn = records.length > 0 && (Buffer.byteLength(former) === fullPiece || piece.startsWith(' '))
    if (goesOn) records[records.length - 1] += piece
    else records.push(piece)
    former = piece
  }
  return records
}

/** The portal's resolver with the interface of node:dns, for sender checks; it never queries the system's resolver. */
export function queryThrough(
  resolver: Resolver,
): (name: string, type: string) => Promise<string[] | string[][]> {
  const lookUp = async (name: string, type: 'MX' | 'CNAME'): Promise<string[]> => {
    const [server] = resolver.servers()
    if (server === undefined) throw new NoAnswer(`no resolver to query for ${name}`)
    const answer = await resolver.lookUp(server, { name, type }, timeoutMs)
    if ('fault' in answer) throw new NoAnswer(`no answer for ${type} of ${name}`)
    return answer.values
  }
  const ask = async (name: string, type: string): Promise<unknown[]> => {
    if (type === 'TXT') return joinPieces(name, await resolver.texts(name)).map((text) => [text])
    if (type === 'A' || type === 'AAAA') {
      const family = type === 'A' ? 4 : 6
      return (await resolver.addresses(name)).filter((address) => isIP(address) === family)
    }
    if (type === 'CNAME') return lookUp(name, type)
    if (type !== 'MX') throw new NoAnswer(`${type} is not supported`)
    return (await lookUp(name, type)).map((value) => {
      const [priority, exchange = ''] = value.split(' ')
      return { priority: Number(priority), exchange }
    })
  }
  return async (name, type) => {
    let found: unknown[]
    try {
      found = await ask(name, type)
    } catch (error) {
      throw error instanceof Error && 'fault' in error
        ? new NoAnswer(`no answer for ${type} of ${name}`)
        : error
    }
    if (found.length === 0) throw new NoRecord(`no ${type} record of ${name}`)
    return found as string[]
  }
}
