export const siteOrders = [
  ['attention', 'Needs attention first'],
  ['name', 'Name'],
  ['newest', 'Newest first'],
  ['disk', 'Fullest disk first'],
] as const

export const siteOrderNames: readonly string[] = siteOrders.map(([order]) => order)
