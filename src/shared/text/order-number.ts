const shownLength = 13

/**
 * The number by which people name an order: the beginning of its id, which is the moment of the order to the millisecond. The desk
 * finds the order by it, and Billing History shows its first ten characters.
 */
export const orderNumber = (id: string): string => id.slice(0, shownLength)
