/** Whether the portal has sent the customer of the address a message since. */
export const messageStates = ['waiting', 'answered'] as const
/** The filters of the list; the first is what an empty address means. */
export const messageFilters = ['all', ...messageStates] as const
