/** Price of a registration in rupees a year. */
export const yearlyRupees = 999
