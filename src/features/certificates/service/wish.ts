import type { Source } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { type LedNames, listLedNames } from '#features/zones/service/led-names.ts'

/** The limit of common public authorities. */
export const mostNames = 100

/** The names that the domain's certificate should cover now, and those that it cannot. */
export type Wish = Pick<LedNames, 'elsewhere' | 'address'> & { names: string[]; leftOut: number }

/** Computes the names for a domain's certificate. */
export async function readWish({ read, t }: Source, domain: DomainRow): Promise<Wish> {
  const { led, ...rest } = await listLedNames(read, t, domain)
  const names = led.slice(0, mostNames)
  return { names, leftOut: led.length - names.length, ...rest }
}
