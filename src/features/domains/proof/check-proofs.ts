import { asc, gt, lte, type SQL } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { latestPlausible } from '#db/clock.ts'
import { lockToProve } from '#features/names/claim-name.ts'
import { type DomainRow, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { JobContext, OwnerContext } from '#server/context.ts'
import { awaitHttps } from './await-https.ts'
import { type Finding, findProof } from './proof.ts'
import { longestWaitMs, nextCheck, patienceDays } from './unverified.ts'
import { settle, verifiedEntry } from './verify.ts'

const atOnce = 20

const gaveUp = ({ domainName }: DomainRow): Partial<DomainRow> => ({
  status: 'error',
  problem: `${domainName} was not verified within ${patienceDays} days. Add the TXT record and check again, or remove the domain.`,
})

/** Stores the result for a domain, with the time of the next check. */
async function store(ctx: OwnerContext, { id, domainName }: DomainRow, finding: Finding): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const { owner, users } = await lockToProve(tx, { name: domainName, userId: ctx.user.id })
    const before = await lockDomain(tx, ctx, id)
    if (before.challenge === null) return
    const now = ctx.now()
    const { domain, proof } = await settle(tx, ctx, {
      domain: before,
      finding: owner === null ? finding : { problem: owner },
      users,
      by: null,
    })
    if (proof) {
      await appendAudit(tx, { ...verifiedEntry(domain, proof), at: now, actorId: null })
      publishDomain(tx, ctx, domain)
      return
    }
    const checkAt = nextCheck(domain, now)
    const to = { checkAt, ...(checkAt === null ? { ...gaveUp(domain), updatedAt: now } : {}) }
    await tx.update(tx.t.domains).set(to).where(isDomain(ctx, id))
    const after = { ...domain, ...to }
    if (before.status !== after.status || before.problem !== after.problem) publishDomain(tx, ctx, after)
  })
}

async function check(ctx: JobContext, domain: DomainRow, stopped: Promise<null>): Promise<void> {
  const owner = { ...ctx, user: { id: domain.userId } }
  if (domain.challenge === null) return awaitHttps(owner, domain, stopped)
  const finding = await Promise.race([findProof(ctx, domain), stopped])
  if (finding) await store(owner, domain, finding)
}

/** Some of the due domains, including those that a fast clock has postponed. */
async function listDue({ store: { read, t }, now }: JobContext): Promise<DomainRow[]> {
  const { domains: d } = t
  // Each of the two conditions is an index range; combined they are not.
  const list = (isDue: SQL) =>
    read.select().from(d).where(isDue).orderBy(asc(d.checkAt), asc(d.id)).limit(atOnce)
  const putOff = await list(gt(d.checkAt, latestPlausible(now(), longestWaitMs)))
  return [...putOff, ...(await list(lte(d.checkAt, now())))]
}

/** Checks each due domain: for its proof, or whether it points here. A domain whose check is aborted by `stopping` stays due. */
export async function checkProofs(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<null>()
  const stop = () => resolve(null)
  stopping.addEventListener('abort', stop)
  try {
    while (!stopping.aborted) {
      const due = await listDue(ctx)
      await Promise.all(due.map((domain) => check(ctx, domain, stopped)))
      if (due.length < atOnce) return
    }
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
