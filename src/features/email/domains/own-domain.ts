import { and, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { readAddress } from '#features/domains/service/led-names.ts'
import type { DomainRow } from '#features/domains/service/own.ts'
import { isPortalDomain } from '#features/names/portal-domain.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { MailPlace } from './records.ts'

export type MailDomainRow = Store['t']['emailDomains']['$inferSelect']

export const isOf = (
  { emailDomains: m }: Pick<Store['t'], 'emailDomains'>,
  domain: Pick<DomainRow, 'id' | 'userId'>,
) => and(eq(m.userId, domain.userId), eq(m.domainId, domain.id))

/** What a domain does with mail, within a transaction locked; null until mail is set up for it. */
export async function findMailRow(
  { store }: Pick<Deps, 'store'>,
  domain: Pick<DomainRow, 'id' | 'userId'>,
  tx?: Tx,
): Promise<MailDomainRow | null> {
  const query = (tx ?? store.read).select().from(store.t.emailDomains).where(isOf(store.t, domain))
  const [row] = await (tx ? store.lock(query) : query)
  return row ?? null
}

/** The same of a domain with mail. @throws WRONG_STATE without */
export async function mustHaveMail(tx: Tx, ctx: CustomerContext, domain: DomainRow): Promise<MailDomainRow> {
  const row = await findMailRow(ctx, domain, tx)
  if (!row) throw new DomainError('WRONG_STATE', `Set up mail for ${domain.domainName} first.`)
  return row
}

/** @throws WRONG_STATE for a domain that is not verified, has expired, or is the portal's own */
export function assertUsable(ctx: CustomerContext, { domainName, status, challenge }: DomainRow): void {
  if (isPortalDomain(ctx, domainName))
    throw new DomainError(
      'WRONG_STATE',
      `${domainName} belongs to the portal itself, so it has no mail here.`,
    )
  if (status !== 'active' || challenge !== null)
    throw new DomainError('WRONG_STATE', `${domainName} is not active, so it has no mail yet.`)
}

/** Where the mail of a domain is had. */
export async function readPlace(read: Pick<Tx, 'select'>, ctx: Deps, domain: DomainRow): Promise<MailPlace> {
  const { MAIL_HOST, MAIL_SUBMISSION_PORT: port, SERVER_IP } = ctx.env
  return {
    zone: domain.domainName,
    host: MAIL_HOST?.toLowerCase() ?? null,
    address: (await readAddress(read, ctx.store.t, domain)) ?? SERVER_IP,
    submissionPort: typeof port === 'number' && port > 0 ? port : null,
  }
}
