/** How long an order that nobody has approved holds its name (docs/product.md, "Orders"). */
export const heldDays = 7
