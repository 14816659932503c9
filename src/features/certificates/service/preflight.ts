import type { Source } from '#db/types.ts'
import { isPortalDomain } from '#features/names/portal-domain.ts'
import { hasEnded } from '#features/services/lifecycle/ended.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { Deps } from '#server/context.ts'
import type { Finding } from '../contract.ts'
import { type CertificateNames, mostNames } from './certificate-names.ts'
import type { Plan } from './plan.ts'

const blocking = (message: string): Finding => ({ isBlocking: true, message })
const notice = (message: string): Finding => ({ isBlocking: false, message })

/** Why a domain cannot have a certificate, as a sentence; null when it can. */
export async function findObstacle(
  source: Source,
  ctx: Pick<Deps, 'env' | 'origin' | 'sitesOrigin'>,
  domain: DomainRow,
): Promise<string | null> {
  const { domainName: name, challenge, status } = domain
  if (isPortalDomain(ctx, name)) return `${name} belongs to the portal itself.`
  if (challenge !== null) return `Verify ${name} first.`
  if (status === 'expired') return `${name} has expired. Renew it first.`
  if (status !== 'active') return `${name} is not active yet.`
  return (await hasEnded(source, domain)) ? `The service of ${name} has ended.` : null
}

const shownNames = 5

function list(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ')
  return names.length > shownNames ? `${shown} and ${names.length - shownNames} more` : shown
}

const describeElsewhere = (names: readonly string[]): string =>
  `${list(names)} ${names.length === 1 ? 'points' : 'point'} to another server, so the certificate does not cover ${names.length === 1 ? 'it' : 'them'}.`

/** Names that cannot be proved are left out of the certificate, and without any other there is none. */
function describePlan({ ways, obstacles }: Plan): Finding[] {
  const isHopeless = ways.size === 0
  const shown = obstacles.slice(0, shownNames)
  const more = obstacles.length - shown.length
  const findings = shown.map(({ reason, names }) =>
    isHopeless ? blocking(`${reason}.`) : notice(`${reason}. The certificate will not cover ${list(names)}.`),
  )
  return more > 0 ? [...findings, notice(`${more} more names cannot be covered.`)] : findings
}

/** Why an authority would reject all names, as a sentence; null when it would not. */
export function findRejection({ ways, obstacles }: Plan): string | null {
  return ways.size === 0 ? `${obstacles[0]?.reason ?? 'None of the names can be verified'}.` : null
}

/** Obstacles and hints, known before the authority is contacted; `plan` has the resolver answers, if there are any. */
export function checkNames(
  { gateway }: Pick<Deps, 'gateway'>,
  { obstacle, planned, plan }: { obstacle: string | null; planned: CertificateNames; plan: Plan | null },
): Finding[] {
  return [
    ...(obstacle === null ? [] : [blocking(obstacle)]),
    ...(plan && obstacle === null ? describePlan(plan) : []),
    ...(planned.elsewhere.length > 0 ? [notice(describeElsewhere(planned.elsewhere))] : []),
    ...(planned.leftOut > 0
      ? [notice(`A certificate covers at most ${mostNames} names, so ${planned.leftOut} are left out.`)]
      : []),
    ...(gateway.state === 'running' && gateway.tlsUrl === null
      ? [notice('HTTPS is not available on this server yet. Contact support.')]
      : []),
  ]
}
