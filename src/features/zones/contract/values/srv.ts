import type { Parsed } from '#features/names/contract/read.ts'
import { readHostValue } from './target.ts'

const parts = /^(\d{1,5})\s+(\d{1,5})\s+(\S+)$/
const highest = 65_535

/** `weight port target` of an SRV record (RFC 2782). */
export function readSrv(text: string, zone: string): Parsed<string> {
  const [, weight, port, target] = parts.exec(text) ?? []
  if (target === undefined || Number(weight) > highest || Number(port) > highest)
    return { fault: 'Enter weight, port and host name, such as 5 5060 sip.example.com.' }
  const host = readHostValue(target, {
    zone,
    what: 'The server',
    example: 'sip.example.com',
    isHost: true,
    mayBeNone: true,
  })
  return 'fault' in host ? host : { value: `${Number(weight)} ${Number(port)} ${host.value}` }
}
