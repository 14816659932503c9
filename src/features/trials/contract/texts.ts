/** How long a temporary site stays, as it is promised. */
export const lifeText = '24 hours'

/** What is sent to be a temporary site, in one line. */
export const limitsText = 'A zip of at most 25 MB, or files of at most 50 MB with an index.html.'
