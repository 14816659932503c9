/** What a registration costs, in rupees for a year. */
export const yearlyRupees = 999
