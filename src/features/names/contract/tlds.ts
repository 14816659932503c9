/** The endings below which names are registered here. */
export const tlds = ['com', 'net', 'org', 'io', 'co'] as const
