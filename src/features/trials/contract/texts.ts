/** The lifetime of a temporary site, as promised. */
export const lifeText = '24 hours'

/** The accepted uploads, in one line. */
export const limitsText = 'A zip of at most 25 MB, or files of at most 50 MB with an index.html.'
