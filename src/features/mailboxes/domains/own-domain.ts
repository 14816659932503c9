import { and, eq } from 'drizzle-orm'
import type { Source, Store, Tx } from '#db/types.ts'
import { isPortalDomain } from '#features/names/portal-domain.ts'
import { readAddress } from '#features/zones/domain/address.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { MailTarget } from './records.ts'

export type MailDomainRow = Store['t']['emailDomains']['$inferSelect']

export const isOf = (
  { emailDomains: m }: Pick<Store['t'], 'emailDomains'>,
  domain: Pick<DomainRow, 'id' | 'userId'>,
) => and(eq(m.userId, domain.userId), eq(m.domainId, domain.id))

const select = ({ read, t }: Source, domain: Pick<DomainRow, 'id' | 'userId'>) =>
  read.select().from(t.emailDomains).where(isOf(t, domain))

/** The mail settings of a domain; null until mail is set up. */
export const findMailRow = async (
  { store }: Pick<Deps, 'store'>,
  domain: Pick<DomainRow, 'id' | 'userId'>,
): Promise<MailDomainRow | null> => (await select(store, domain))[0] ?? null

/** The same, locked until the transaction ends. */
export const lockMailRow = async (
  tx: Tx,
  { store }: Pick<Deps, 'store'>,
  domain: Pick<DomainRow, 'id' | 'userId'>,
): Promise<MailDomainRow | null> => (await store.lock(select(tx, domain)))[0] ?? null

/** The same for a domain with mail. @throws WRONG_STATE without */
export async function requireMail(tx: Tx, ctx: CustomerContext, domain: DomainRow): Promise<MailDomainRow> {
  const row = await lockMailRow(tx, ctx, domain)
  if (!row) throw new DomainError('WRONG_STATE', `Set up mail for ${domain.domainName} first.`)
  return row
}

/** @throws WRONG_STATE for a domain that is unverified, expired, or the portal's own */
export function assertUsable(ctx: CustomerContext, { domainName, status, challenge }: DomainRow): void {
  if (isPortalDomain(ctx, domainName))
    throw new DomainError('WRONG_STATE', `${domainName} belongs to the portal, so it cannot have mailboxes.`)
  if (status !== 'active' || challenge !== null)
    throw new DomainError('WRONG_STATE', `${domainName} is not active yet, so mail cannot be set up.`)
}

/** Where a domain's mail is delivered. */
export async function readTarget(
  read: Pick<Tx, 'select'>,
  ctx: Deps,
  domain: DomainRow,
): Promise<MailTarget> {
  const { MAIL_HOST, MAIL_SUBMISSION_PORT: port, SERVER_IP } = ctx.env
  return {
    zone: domain.domainName,
    host: MAIL_HOST?.toLowerCase() ?? null,
    address: (await readAddress(read, ctx.store.t, domain)) ?? SERVER_IP,
    submissionPort: typeof port === 'number' && port > 0 ? port : null,
  }
}
