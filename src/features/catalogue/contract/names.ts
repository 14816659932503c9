/** The two categories of the first catalogue, which lookups use; free of zod for the pages that only show them. */
export const webHosting = 'Web Hosting'
export const vpsHosting = 'VPS Hosting'
