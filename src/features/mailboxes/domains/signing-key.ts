import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import type { DomainName } from '#shared/names/domain-name.ts'

/** The purpose that a domain's private signing key is sealed for. */
export const keyPlace = (domainId: string): string => `email_domains:dkim_private_key:${domainId}`

type MailDomain = { domainId: string; userId: string; selector: string; sealedKey: string }

/** The domain of this name with mail set up here; null when there is none. */
export async function findMailDomain(
  { store }: Pick<Deps, 'store'>,
  name: DomainName,
): Promise<MailDomain | null> {
  const { domains: d, emailDomains: m } = store.t
  const [found] = await store.read
    .select({
      domainId: m.domainId,
      userId: m.userId,
      selector: m.dkimSelector,
      sealedKey: m.dkimPrivateKey,
    })
    .from(d)
    .innerJoin(m, and(eq(m.userId, d.userId), eq(m.domainId, d.id)))
    .where(and(eq(d.domainName, name), eq(d.status, 'active'), isNull(d.challenge)))
  return found ?? null
}

/** The signing key of a domain; null when its mail is not set up here. */
export async function findSigningKey(
  deps: Pick<Deps, 'store' | 'secrets'>,
  name: DomainName,
): Promise<{ selector: string; privateKey: string } | null> {
  const found = await findMailDomain(deps, name)
  if (!found) return null
  return {
    selector: found.selector,
    privateKey: deps.secrets.open(found.sealedKey, keyPlace(found.domainId)),
  }
}
