import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { slugsFor } from '../contract/site-slug.ts'

type Owned = { userId: string; id: string }

/** Whether the slug is the service's from now on, or was before; false when it is another's. */
async function takeSlug(tx: Tx, { userId, id }: Owned, slug: string, now: Date): Promise<boolean> {
  const { siteSlugs } = tx.t
  await tx.insert(siteSlugs).values({ slug, userId, serviceId: id, createdAt: now }).onConflictDoNothing()
  const [holder] = await tx.select().from(siteSlugs).where(eq(siteSlugs.slug, slug))
  return holder?.serviceId === id
}

/** Addresses that a site had before lead to it, the newest of them; a rename more makes the oldest free for others. */
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

/** The site has the readable address that its name asks for; addresses it had before lead there. Part of the caller's transaction. */
export async function giveSlug(tx: Tx, service: Owned & { now: Date }): Promise<void> {
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
    if (!(await takeSlug(tx, service, slug, now))) continue
    await tx.update(userServices).set({ slug }).where(own)
    await dropFormer(tx, service, slug)
    return
  }
}
