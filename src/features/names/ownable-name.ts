import { invalid } from '#shared/errors.ts'
import { isPortalDomain, isPublicSuffix } from './portal-domain.ts'

/** Why no customer can have a name in A-labels, whoever has it, as a sentence; null when one can. */
export function findUnownable(ctx: Parameters<typeof isPortalDomain>[0], name: string): string | null {
  if (isPublicSuffix(name))
    return `Everybody can have a name below ${name}: enter your own, such as example.${name}.`
  return isPortalDomain(ctx, name) ? 'This domain belongs to the portal itself.' : null
}

/** @throws INVALID, of the field, for a name that no customer can have */
export function assertOwnable(
  ctx: Parameters<typeof isPortalDomain>[0],
  { field, name }: { field: 'domain' | 'name'; name: string },
): void {
  const fault = findUnownable(ctx, name)
  if (fault !== null) throw invalid(field, fault)
}
