const shownLength = 13

/**
 * The number of an order for people: the beginning of its id, which encodes the time of the order to the millisecond.
 * Administrators search orders by it, and Billing History shows its first ten characters.
 */
export const orderNumber = (id: string): string => id.slice(0, shownLength)
