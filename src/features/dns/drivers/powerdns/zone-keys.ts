import { type KeyRole, keyData, readPrivateKey, type ZoneKeys } from '../dnssec/keys.ts'
import type { NewKey, PowerDns, PowerDnsKey } from './powerdns.ts'

const roles: readonly KeyRole[] = ['ksk', 'zsk']

/** The data of a DNSKEY record as PowerDNS writes it. */
function keyText(role: KeyRole, keys: ZoneKeys): string {
  const data = keyData(role, keys[role])
  return `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString('base64', 4)}`
}

/** The key in the format of BIND's key files, which PowerDNS reads. */
function newKey(role: KeyRole, keys: ZoneKeys): NewKey {
  const { d = '' } = readPrivateKey(keys[role]).export({ format: 'jwk' })
  const secret = Buffer.from(d, 'base64url').toString('base64')
  return {
    keytype: role,
    content: `Private-key-format: v1.2\nAlgorithm: 13 (ECDSAP256SHA256)\nPrivateKey: ${secret}\n`,
  }
}

const isSame = (key: PowerDnsKey, text: string): boolean => key.active && key.dnskey === text

/**
 * PowerDNS signs the zone with these keys and no others; with null, not at all. Answers whether anything was changed: the
 * records have to be written again then, so that the chain of NSEC records is made anew.
 */
export async function settleKeys(
  powerDns: PowerDns,
  { name, isSigned, keys }: { name: string; isSigned: boolean; keys: ZoneKeys | null },
): Promise<boolean> {
  if (!isSigned && !keys) return false
  const present = await powerDns.keys(name)
  const wanted = keys ? roles.map((role) => ({ role, text: keyText(role, keys) })) : []
  const missing = wanted.filter(({ text }) => !present.some((key) => isSame(key, text)))
  const gone = present.filter((key) => !wanted.some(({ text }) => isSame(key, text)))
  if (keys) for (const { role } of missing) await powerDns.addKey(name, newKey(role, keys))
  for (const { id } of gone) await powerDns.removeKey(name, id)
  if (missing.length > 0) await powerDns.publishCds(name)
  return missing.length + gone.length > 0
}
