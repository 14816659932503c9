import type { Source } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { type LedNames, listLedNames } from '#features/zones/service/led-names.ts'

/** As many as authorities on the internet take. */
export const mostNames = 100

/** The names that a certificate of the domain should have now, and those that it cannot. */
export type Wish = Pick<LedNames, 'elsewhere' | 'address'> & { names: string[]; leftOut: number }

/** What the certificate of a domain should be for. */
export async function readWish({ read, t }: Source, domain: DomainRow): Promise<Wish> {
  const { led, ...rest } = await listLedNames(read, t, domain)
  const names = led.slice(0, mostNames)
  return { names, leftOut: led.length - names.length, ...rest }
}
