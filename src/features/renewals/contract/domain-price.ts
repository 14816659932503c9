import { yearlyRupees } from '#features/domains/contract/price.ts'

/** Price of a year of a domain, in paise. */
export const yearOfDomainPaise = yearlyRupees * 100
