import { toName } from '../wire/name.ts'
import {
  algorithm,
  digestType,
  flagsOf,
  type KeyRole,
  type KeyText,
  keyData,
  keyDigest,
  keyTag,
  keyTtl,
  protocol,
} from './keys.ts'

/** A key as the zone publishes it, with its zone file line. */
export function describeKey(domainName: string, role: KeyRole, key: Pick<KeyText, 'publicKey'>) {
  const flags = flagsOf[role]
  const { publicKey } = key
  return {
    flags,
    protocol,
    algorithm: algorithm as typeof algorithm,
    publicKey,
    keyTag: keyTag(keyData(role, key)),
    text: `${domainName}. ${keyTtl} IN DNSKEY ${flags} ${protocol} ${algorithm} ${publicKey}`,
  }
}

/** The DS data of a key, with its zone file line. */
export function describeDs(domainName: string, ksk: Pick<KeyText, 'publicKey'>) {
  const data = keyData('ksk', ksk)
  const tag = keyTag(data)
  const digest = keyDigest(toName(domainName), data).toString('hex').toUpperCase()
  return {
    keyTag: tag,
    algorithm: algorithm as typeof algorithm,
    digestType: digestType as typeof digestType,
    digest,
    text: `${domainName}. ${keyTtl} IN DS ${tag} ${algorithm} ${digestType} ${digest}`,
  }
}
