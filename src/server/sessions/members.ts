import { DomainError, notFound } from '#shared/errors.ts'
import { includesRole, type SharedKind, type SharedMeta } from '#shared/member-roles.ts'
import { noFilter, readId } from '#shared/schema.ts'
import type { Context } from '../context.ts'
import type { Shared } from './membership.ts'

const header = 'x-acting-for'
const prefix = /^(https?:\/\/[^/]*)?\/as\/([^/?#]+)(?=[/?#]|$)/

/** A path without the prefix that names the membership or view of a page. */
export const withoutActing = (path: string): string => path.replace(prefix, '') || '/'

/** The membership that a request names, in its header or, since links and streams send none, in its URL; null for none. */
export const readActingFor = ({ headers, url }: Pick<Request, 'headers' | 'url'>): string | null =>
  prefix.exec(url)?.[2] ?? headers.get(header)

/** The error for a membership that does not exist, has ended or belongs to another user. */
export const notMember = (): DomainError =>
  new DomainError('NOT_A_MEMBER', 'This service is no longer shared with you.')

const refused = (): DomainError =>
  new DomainError('FORBIDDEN', 'Members cannot do this. Only the owner of the service can.')

const names: Record<SharedKind, string> = {
  service: 'This service',
  file: 'This file',
  backup: 'This backup',
  database: 'This database',
  dump: 'This database',
  share: 'This link',
  invoice: 'This invoice',
}

const shareId = /^[0-9a-f]{64}$/

/** The ids in a field, parsed as the schemas of calls parse them. */
const idsIn = (value: unknown, kind: SharedKind): string[] =>
  [value]
    .flat()
    .map((each) => (kind === 'share' && typeof each === 'string' && shareId.test(each) ? each : readId(each)))

/** An omitted filter, in any form, would mean all services of the owner. */
const isLeftOut = (value: unknown): boolean =>
  noFilter.has(value) || (Array.isArray(value) && value.length === 0)

/**
 * Admits a member's call if it is open to the role and everything it names belongs to the shared service; returns the input with
 * the service filled in if it was omitted. Runs before any part of the call, and for every call: one that declares nothing about
 * members is closed to them.
 * @throws FORBIDDEN, NOT_FOUND both for a missing object and for one of another service
 */
export async function openToMember(
  ctx: Context & { shared: Shared },
  meta: SharedMeta | undefined,
  readInput: () => Promise<unknown>,
): Promise<unknown> {
  const { shared } = ctx
  if (!meta) throw refused()
  if (!includesRole(shared.role, meta.from))
    throw new DomainError('FORBIDDEN', `Your role for this service (${shared.role}) does not allow this.`)
  const input = await readInput()
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const fields: Record<string, unknown> = isObject ? { ...input } : {}
  for (const [field, kind] of Object.entries(meta.by)) {
    if (isLeftOut(fields[field])) {
      if (kind === 'service') fields[field] = field === 'ids' ? [shared.serviceId] : shared.serviceId
      continue
    }
    const ids = idsIn(fields[field], kind)
    if (!(await ctx.rules.areInService(ctx, { kind, ids, serviceId: shared.serviceId })))
      throw notFound(names[kind])
  }
  return isObject || Object.values(meta.by).includes('service') ? fields : input
}
