/**
 * The times in the SOA record of every zone, in seconds and in record order: refresh, retry, expire, and the cache time for
 * missing names (RFC 1035 section 3.3.13, RFC 2308 section 4).
 */
export const soaTimes = { refresh: 3_600, retry: 600, expire: 1_209_600, minimum: 300 }
