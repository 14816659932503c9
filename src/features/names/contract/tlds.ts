/** The TLDs below which names can be registered here. */
export const tlds = ['com', 'net', 'org', 'io', 'co'] as const
