/** The browser build in the compiled program, by address; added by the build, absent when run from source. */
export const embeddedFiles: ReadonlyMap<string, string> | null = null

/** The web server of a service as one script in the compiled program; absent when run from source. */
export const embeddedSiteServer: string | null = null

/** The photo decoder as one script in the compiled program; absent when run from source. */
export const embeddedPhotoProgram: string | null = null

/** The gateway to customers' sites as one script in the compiled program; absent when run from source. */
export const embeddedGateway: string | null = null
