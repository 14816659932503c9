import { type KeyRole, keyData, readPrivateKey, type ZoneKeys } from '../dnssec/keys.ts'
import type { NewKey, PowerDns, PowerDnsKey } from './powerdns.ts'

const roles: readonly KeyRole[] = ['ksk', 'zsk']

/** DNSKEY data in PowerDNS's text form. */
function keyText(role: KeyRole, keys: ZoneKeys): string {
  const data = keyData(role, keys[role])
  return `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString('base64', 4)}`
}

/** The key in BIND's key file format, which PowerDNS reads. */
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
 * Makes PowerDNS sign the zone with exactly these keys; with null, not at all. Returns whether anything changed: the records
 * must then be written again to rebuild the NSEC chain.
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
