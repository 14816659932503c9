import { isIP } from 'node:net'
import type { Resolver } from '#features/resolver/contract.ts'

const timeoutMs = 3_000
/** Bytes of a piece of a TXT record that is full, and goes on in the next one. */
const fullPiece = 255

class NoRecord extends Error {
  readonly code = 'ENOTFOUND'
}

class NoAnswer extends Error {
  readonly code = 'ESERVFAIL'
}

/**
 * The TXT records of a name from their pieces, which the resolver does not keep apart: a key stands alone at its name
 * (RFC 6376 section 3.6.2.2); elsewhere a piece goes on in the next one when it is full, or the next begins with a space.
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

/** The portal's resolver in the manner of node:dns, for checks of senders; it never asks the system's. */
export function askThrough(
  resolver: Resolver,
): (name: string, type: string) => Promise<string[] | string[][]> {
  const lookUp = async (name: string, type: 'MX' | 'CNAME'): Promise<string[]> => {
    const [server] = resolver.servers()
    if (server === undefined) throw new NoAnswer(`nobody to ask for ${name}`)
    const said = await resolver.lookUp(server, { name, type }, timeoutMs)
    if ('fault' in said) throw new NoAnswer(`no answer for ${type} of ${name}`)
    return said.values
  }
  const ask = async (name: string, type: string): Promise<unknown[]> => {
    if (type === 'TXT') return joinPieces(name, await resolver.texts(name)).map((text) => [text])
    if (type === 'A' || type === 'AAAA') {
      const family = type === 'A' ? 4 : 6
      return (await resolver.addresses(name)).filter((address) => isIP(address) === family)
    }
    if (type === 'CNAME') return lookUp(name, type)
    if (type !== 'MX') throw new NoAnswer(`${type} is not asked for`)
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
    if (found.length === 0) throw new NoRecord(`no ${type} of ${name}`)
    return found as string[]
  }
}
