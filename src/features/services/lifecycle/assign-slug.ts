import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { slugsFor } from '../contract/site-slug.ts'

type Owned = { userId: string; id: string }

/** Gives the slug to the service, or confirms that it has or had it; false when it is another's. */
async function claimSlug(tx: Tx, { userId, id }: Owned, slug: string, now: Date): Promise<boolean> {
  const { siteSlugs } = tx.t
  await tx.insert(siteSlugs).values({ slug, userId, serviceId: id, createdAt: now }).onConflictDoNothing()
  const [holder] = await tx.select().from(siteSlugs).where(eq(siteSlugs.slug, slug))
  return holder?.serviceId === id
}

/** Number of previous addresses that redirect to a site; a further rename frees the oldest. */
const formerSlugs = 10

async function dropFormer(tx: Tx, { userId, id }: Owned, current: string): Promise<void> {
  const { siteSlugs } = tx.t
  const former = await tx
    .select({ slug: siteSlugs.slug })
    .from(siteSlugs)
    .where(and(eq(siteSlugs.userId, userId), eq(siteSlugs.serviceId, id), ne(siteSlugs.slug, current)))
    .orderBy(desc(siteSlugs.createdAt), desc(siteSlugs.slug))
  const dropped = former.slice(formerSlugs).map(({ slug }) => slug)
  if (dropped.length > 0) await tx.delete(siteSlugs).where(inArray(siteSlugs.slug, dropped))
}

/** Gives the site the readable address for its name; previous ones redirect. Runs in the caller's transaction. */
export async function assignSlug(tx: Tx, service: Owned & { now: Date }): Promise<void> {
  const { userId, id, now } = service
  const { userServices, pricingPlans } = tx.t
  const own = and(eq(userServices.userId, userId), eq(userServices.id, id))
  const [row] = await tx
    .select({ name: userServices.name, domain: userServices.domain, planName: pricingPlans.name })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(own)
  if (!row) return
  for (const slug of slugsFor({ id, ...row })) {
    if (!(await claimSlug(tx, service, slug, now))) continue
    await tx.update(userServices).set({ slug }).where(own)
    await dropFormer(tx, service, slug)
    return
  }
}
