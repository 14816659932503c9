import { invalid } from '#shared/errors.ts'
import { isPortalDomain, isPublicSuffix } from './portal-domain.ts'

/** Why no customer can ever own a name in A-labels, as a sentence; null when one can. */
export function findUnownable(ctx: Parameters<typeof isPortalDomain>[0], name: string): string | null {
  if (isPublicSuffix(name))
    return `Anyone can register names below ${name}. Enter your own, such as example.${name}.`
  return isPortalDomain(ctx, name) ? 'This domain belongs to the portal itself.' : null
}

/** @throws INVALID, for the field, when no customer can own the name */
export function assertOwnable(
  ctx: Parameters<typeof isPortalDomain>[0],
  { field, name }: { field: 'domain' | 'name'; name: string },
): void {
  const fault = findUnownable(ctx, name)
  if (fault !== null) throw invalid(field, fault)
}
