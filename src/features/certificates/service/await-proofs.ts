import { setTimeout as pause } from 'node:timers/promises'
import type { JobContext } from '#server/context.ts'
import { second } from '#shared/time.ts'
import type { Proof } from '../drivers/certificate-authority.ts'
import { isAnswered, isServed } from '../drivers/see-proof.ts'

const lookMs = 100
const patienceMs = 10 * second
/** Other nodes poll for challenges every second. */
const othersMs = 2 * second
/** Secondaries copy a zone after a NOTIFY message. */
const secondariesMs = 5 * second

function isSeen({ env, gateway, dns }: JobContext, proof: Proof): Promise<boolean> | true {
  if (proof.way === 'http-01') return gateway.url === null || isAnswered(gateway.url, proof)
  return dns.port === null || isServed({ host: env.HOST, port: dns.port }, proof)
}

/**
 * Waits until the proofs are visible here, and gives other servers time to publish them; the authority reports what is missing.
 */
export async function awaitProofs(
  ctx: JobContext,
  proofs: readonly Proof[],
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (const proof of proofs)
    while (!(await isSeen(ctx, proof)) && performance.now() < until) await pause(lookMs, null, { signal })
  const hasSecondaries = ctx.env.DNS_SECONDARIES.length > 0 && proofs.some(({ way }) => way === 'dns-01')
  const othersNeed = hasSecondaries ? secondariesMs : othersMs
  if (hasSecondaries || ctx.node.isShared) await pause(othersNeed, null, { signal })
}
