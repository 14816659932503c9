/** Whether the portal sent the customer with this address a message since. */
export const messageStates = ['waiting', 'answered'] as const
/** The filters of the list; the first is the default. */
export const messageFilters = ['all', ...messageStates] as const
