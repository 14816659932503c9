import { DomainError, notFound } from '#shared/errors.ts'
import { includesRole, type SharedKind, type SharedMeta } from '#shared/member-roles.ts'
import { noFilter, readId } from '#shared/schema.ts'
import type { Context } from '../context.ts'
import type { Shared } from './membership.ts'

const header = 'x-acting-for'
const prefix = /^(https?:\/\/[^/]*)?\/as\/([^/?#]+)(?=[/?#]|$)/

/** The path of an address without the prefix that says on whose behalf a page is open. */
export const withoutActing = (path: string): string => path.replace(prefix, '') || '/'

/** The membership that a request names, in its header or, since links and streams send none, in its address; null when none. */
export const readActingFor = ({ headers, url }: Pick<Request, 'headers' | 'url'>): string | null =>
  prefix.exec(url)?.[2] ?? headers.get(header)

/** The answer to a membership that is not there, has ended or is somebody else's. */
export const notMember = (): DomainError =>
  new DomainError('NOT_A_MEMBER', 'This service is not shared with you any more.')

const refused = (): DomainError =>
  new DomainError('FORBIDDEN', 'A member cannot do this. Only the owner of the service can.')

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

/** The ids that a field names, read as the schemas of calls read them. */
const idsIn = (value: unknown, kind: SharedKind): string[] =>
  [value]
    .flat()
    .map((each) => (kind === 'share' && typeof each === 'string' && shareId.test(each) ? each : readId(each)))

/** A filter that is left out, however that is written, would mean all services of the owner. */
const isLeftOut = (value: unknown): boolean =>
  noFilter.has(value) || (Array.isArray(value) && value.length === 0)

/**
 * Lets a member's call through if it is open to the role and all that it names lies in the shared service; returns the input
 * with the service filled in where it was left out. It is asked before anything of the call is carried out, and of every call:
 * one that says nothing of members is closed to them.
 * @throws FORBIDDEN, NOT_FOUND for what is missing or lies elsewhere, the same for both
 */
export async function openToMember(
  ctx: Context & { shared: Shared },
  meta: SharedMeta | undefined,
  readInput: () => Promise<unknown>,
): Promise<unknown> {
  const { shared } = ctx
  if (!meta) throw refused()
  if (!includesRole(shared.role, meta.from))
    throw new DomainError('FORBIDDEN', `Your role for this service is ${shared.role}: it cannot do this.`)
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
