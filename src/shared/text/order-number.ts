const shownLength = 10

/** The number by which customers and administrators name an order, as in Billing History: the beginning of its id. */
export const orderNumber = (id: string): string => id.slice(0, shownLength)
