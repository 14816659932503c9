/** How long an order reserves its name without approval (docs/product/orders.md, "Orders"). */
export const heldDays = 7
