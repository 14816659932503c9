import type { Caa } from '#features/resolver/contract.ts'
import type { Conditions, ValidationMethod } from '../drivers/certificate-authority.ts'

type Property = { issuer: string; parameters: ReadonlyMap<string, string> }

const knownTags = ['issue', 'issuewild', 'iodef']

/** RFC 8659 section 4.2: the domain of an authority, and parameters after semicolons. */
function readProperty(value: string): Property {
  const [issuer = '', ...rest] = value.split(';').map((part) => part.trim())
  const pairs = rest.filter(Boolean).map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [part, ''] : [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]
  })
  return { issuer: issuer.toLowerCase(), parameters: new Map(pairs) }
}

type CaaConditions = Pick<Conditions, 'caaIdentities' | 'accountUrl'>

/** RFC 8657: whether the parameters, if any, allow our account and one of our methods. */
function admits({ parameters }: Property, { accountUrl }: CaaConditions, way: ValidationMethod): boolean {
  const account = parameters.get('accounturi')
  const methods = parameters.get('validationmethods')?.split(',')
  // The first order creates the account, so no record can name it earlier.
  if (account !== undefined && account !== accountUrl) return false
  return methods === undefined || methods.some((method) => method.trim().toLowerCase() === way)
}

/**
 * Why the CAA records of a name forbid an authority to issue by this method, as the end of a sentence; null when they allow
 * it. An authority without a known identity is only considered forbidden when all are.
 */
export function findCaaObstacle(
  records: readonly Caa[],
  isWildcard: boolean,
  { conditions, way }: { conditions: CaaConditions; way: ValidationMethod },
): string | null {
  const strange = records.find(({ isCritical, tag }) => isCritical && !knownTags.includes(tag))
  if (strange)
    return `contain the critical property “${strange.tag}”, which certificate authorities do not know`
  const of = (tag: string) =>
    records.filter((record) => record.tag === tag).map(({ value }) => readProperty(value))
  const wild = of('issuewild')
  const properties = isWildcard && wild.length > 0 ? wild : of('issue')
  if (properties.length === 0) return null
  const issuers = [...new Set(properties.map(({ issuer }) => issuer).filter(Boolean))]
  if (issuers.length === 0) return 'allow no authority to issue'
  const { caaIdentities } = conditions
  const own = properties.filter(
    ({ issuer }) => issuer !== '' && (caaIdentities.length === 0 || caaIdentities.includes(issuer)),
  )
  if (own.length === 0)
    return `allow only ${issuers.join(' and ')} to issue, not ${caaIdentities.join(' or ')}`
  if (own.some((property) => admits(property, conditions, way))) return null
  return `allow ${own[0]?.issuer} to issue only with another account or a method other than ${way}`
}
