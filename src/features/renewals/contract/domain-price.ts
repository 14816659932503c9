import { yearlyRupees } from '#features/domains/contract/price.ts'

/** What a year of a domain costs, in paise. */
export const yearOfDomainPaise = yearlyRupees * 100
